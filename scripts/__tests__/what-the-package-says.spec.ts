import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import { dependencies, engines, version } from "../../package.json"

const root = path.join(__dirname, "../..")
const read = (page: string) => readFileSync(path.join(root, page), "utf8").replace(/\s+/g, " ")

const shipped = Object.keys(dependencies)

const spelled = [..."one two three four five six seven eight nine ten".split(" ")]

describe("the packages that ship with the plugin", () => {
  it("are all named where their advisories are", () => {
    const [, list = ""] =
      /for what the plugin ships: (.*?)\. None of them brings further packages/.exec(
        read("docs/decisions/dependencies-are-checked.md")
      ) ?? []

    expect([...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(shipped)
  })

  it("bring no further ones", () => {
    const { packages: bring } = JSON.parse(read("package-lock.json")) as {
      packages: Record<string, { dependencies?: object }>
    }
    expect(shipped.filter((name) => bring[`node_modules/${name}`]?.dependencies)).toEqual([])
  })

  it("are as many as SECURITY.md says", () => {
    const [, count = ""] = /(\w+) packages ship with the plugin/.exec(read("SECURITY.md")) ?? []
    expect(count.toLowerCase()).toBe(spelled[shipped.length - 1])
  })
})

describe("how to install what is not released yet", () => {
  it("is in README, with the packed file's name, until there is a release", () => {
    expect(read("README.md").includes("Before the first release")).toBe(version === "0.0.0")
    expect(read("README.md")).toContain(version === "0.0.0" ? `-${version}.tgz` : "npm install")
  })
})

describe("the languages of Admin", () => {
  it.each([
    ["CHANGELOG.md", "In English, Swedish and German"],
    ["docs/merchant-guide.md", "English, Swedish or German."],
  ])("in %s are those that can be chosen", (page, sentence) => {
    const [, offered = ""] = /export default \{ (.*) \}/.exec(read("src/admin/i18n/index.ts")) ?? []
    expect([...offered.matchAll(/(\w+): \{/g)].map(([, language]) => language)).toEqual([
      "de",
      "en",
      "sv",
    ])
    expect(read(page)).toContain(sentence)
  })
})

describe("the versions of Node", () => {
  it.each(["README.md", "CONTRIBUTING.md"])("in %s are those of the package", (page) => {
    expect(engines.node).toBe("^20.19.0 || >=22.12.0")
    expect(read(page)).toContain("Node 20.19 or a later 20, or 22.12 or later")
  })
})

describe("the table of folders in CONTRIBUTING.md", () => {
  const page = read("CONTRIBUTING.md")
  const sources = readdirSync(path.join(root, "src"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("__"))
    .filter(({ name }) => readdirSync(path.join(root, "src", name)).length > 0)
    .map(({ name }) => `src/${name}`)

  it.each(sources)("names %s", (folder) => {
    expect(page).toContain(`\`${folder}\``)
  })

  it("names no folder that is gone", () => {
    const named = [
      ...page.matchAll(/`((?:src|docs|demo|bench|scripts|integration-tests)\/[\w/-]*)`/g),
    ]
    expect(named.length).toBeGreaterThan(sources.length)
    expect(
      named
        .map(([, folder = ""]) => folder)
        .filter((folder) => !existsSync(path.join(root, folder)))
    ).toEqual([])
  })
})
