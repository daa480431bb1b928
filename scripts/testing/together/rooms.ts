import { readdirSync } from "node:fs"
import path from "node:path"

import alone from "./alone.json"

const root = path.resolve(__dirname, "../../..")

/** Rooms that know no Medusa, or little of it. */
const withoutMedusa = ["admin", "connect", "mapping", "sandbox", "storefront"]

/**
 * Runs specifications of `src` in one file. Jest loads every module anew for each file, and Medusa's alone are three
 * thousand: most specifications take less than that. Those that replace modules, or look at which are loaded, run alone.
 */
export function runTogether(rooms: "with-medusa" | "without-medusa"): void {
  const specs = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => ["src", ...file.split(path.sep)].join("/"))
    .filter((file) => /\/__tests__\/.*\.spec\.tsx?$/.test(file) && !alone.includes(file))
    .filter((file) => {
      const [, room = ""] = file.split("/")
      return withoutMedusa.includes(room) === (rooms === "without-medusa")
    })
  describe.each(specs.sort())("%s", (file) => {
    afterAll(() => {
      jest.restoreAllMocks()
      jest.useRealTimers()
    })
    jest.requireActual(path.join(root, file))
  })
}
