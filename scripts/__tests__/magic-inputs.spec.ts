import { readFileSync } from "node:fs"
import path from "node:path"

import { magicOrganizations, magicPersonalNumbers } from "../../src/sandbox"

const page = readFileSync(path.join(__dirname, "../../docs/sandbox.md"), "utf8")

const numbersAfter = (what: string) =>
  [...page.matchAll(new RegExp(`^\\| ${what} \`(\\d+)\``, "gm"))].map(([, number]) => number)

describe("the sandbox's page", () => {
  it("has every magic personal number, and no other", () => {
    expect(numbersAfter("personal number")).toEqual(Object.values(magicPersonalNumbers))
  })

  it("has every magic organization number, and no other", () => {
    expect(numbersAfter("organization number")).toEqual(Object.values(magicOrganizations))
  })
})
