import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const room = path.resolve(__dirname, "../../../src", process.env.MUTATED_ROOM ?? "")

/** Plays thousands of carts before its first test, which would be played for each change. */
const tooLong = /money-invariants/

const isRandom = (file: string) =>
  readFileSync(path.join(room, file), "utf8").includes("fast-check")

const all = readdirSync(room, { recursive: true, encoding: "utf8" })
  .filter((file) => /__tests__.*\.spec\.ts$/.test(file) && !tooLong.test(file))
  .sort()

// Last, as they take long: a change that an example notices is not tried on hundreds of random ones.
const specs = [...all.filter((file) => !isRandom(file)), ...all.filter(isRandom)]

describe.each(specs)("%s", (file) => {
  afterAll(() => {
    jest.restoreAllMocks()
    jest.useRealTimers()
  })
  jest.requireActual(path.join(room, file))
})
