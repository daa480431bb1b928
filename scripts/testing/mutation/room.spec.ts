import { readdirSync } from "node:fs"
import path from "node:path"

const room = path.resolve(__dirname, "../../../src", process.env.MUTATED_ROOM ?? "")

/** Plays thousands of carts before its first test, which would be played for each change. */
const tooLong = /money-invariants/

const specs = readdirSync(room, { recursive: true, encoding: "utf8" })
  .filter((file) => /__tests__.*\.spec\.ts$/.test(file) && !tooLong.test(file))
  .sort()

describe.each(specs)("%s", (file) => {
  afterAll(() => {
    jest.restoreAllMocks()
    jest.useRealTimers()
  })
  jest.requireActual(path.join(room, file))
})
