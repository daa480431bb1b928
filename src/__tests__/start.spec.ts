import { readdirSync } from "node:fs"
import path from "node:path"

const sources = path.join(__dirname, "..")

/** What Medusa loads of the plugin when a store starts. */
const loadedAtStart = [
  "modules/e-invoice/index.ts",
  "providers/e-invoice/index.ts",
  ...["workflows", "subscribers", "jobs", "policies", "api"].flatMap((folder) =>
    readdirSync(path.join(sources, folder), { recursive: true })
      .map((file) => path.join(folder, String(file)))
      .filter((file) => file.endsWith(".ts") && !file.includes("__tests__"))
  ),
]

describe("the start of a store", () => {
  const made: string[] = []

  beforeAll(() => {
    for (const library of ["undici"]) {
      jest.doMock(library, () => {
        made.push(library)
        return jest.requireActual(library)
      })
    }
    jest.doMock("../connect/lazily", () => ({
      lazily: (make: () => unknown) => () => {
        made.push(make.toString())
        return make()
      },
    }))
    for (const file of loadedAtStart) {
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- the file names are found at run time
      require(path.join(sources, file))
    }
  }, 60_000)

  it("loads the whole plugin", () => {
    expect(loadedAtStart.length).toBeGreaterThan(100)
  })

  it("makes nothing that can wait for its first use", () => {
    expect(made).toEqual([])
  })
})
