import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import path from "node:path"

import { scripts } from "../../package.json"
import { codeBlocks } from "../docs/code-blocks"

const root = path.join(__dirname, "../..")
const page = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8")

/** The rooms of `src`, each with what the linter lets it import. */
const zones = JSON.parse(
  execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import { importZones } from "./scripts/import-zones.mjs"
       console.log(JSON.stringify(importZones()))`,
    ],
    { cwd: root, encoding: "utf8" }
  )
) as { target: string; except: string[] }[]

/** Medusa makes empty folders as it starts. */
const isEmpty = (room: string) => {
  const folder = path.join(root, "src", room)
  return existsSync(folder) && statSync(folder).isDirectory() && readdirSync(folder).length === 0
}

const mayImport = new Map(
  zones
    .map(
      ({ target, except }) =>
        [target.replace("./src/", ""), except.map((room) => room.replace("./", ""))] as const
    )
    .filter(([room]) => !isEmpty(room))
)

const [picture] = codeBlocks(page).filter(({ language }) => language === "mermaid")

/** A node, whose label, where it has one, is the room's name. */
const node = /(\w[\w-]*?)(?:\["([^"]+)"\])?/.source
const lines = (picture?.code ?? "").split("\n").slice(1)
const labels = new Map<string, string>()
const arrows = lines.map((line) => {
  const [, from = "", fromLabel, to = "", toLabel] =
    new RegExp(`^ *${node} -->(?:\\|[^|]+\\|)? ${node}$`).exec(line) ?? []
  if (!from) {
    throw new Error(`Not an arrow: ${line}`)
  }
  labels.set(from, fromLabel ?? labels.get(from) ?? from)
  labels.set(to, toLabel ?? labels.get(to) ?? to)
  return { from, to }
})
const roomOf = (id: string) => labels.get(id) ?? id

describe("the picture of the rooms", () => {
  it("shows every room", () => {
    expect([...labels.values()].sort()).toEqual([...mayImport.keys()].sort())
  })

  it.each(arrows.map(({ from, to }) => [roomOf(from), roomOf(to)] as const))(
    "has an arrow from %s to %s, which the linter allows",
    (from, to) => {
      expect(mayImport.get(from)).toContain(to)
    }
  )

  it.each(["checkout", "callback", "refund"])("shows the way of a %s", (way) => {
    const steps = lines.filter((line) => new RegExp(`\\|[^|]*\\b${way}\\b`).test(line))
    expect(steps.length).toBeGreaterThan(1)
  })
})

it("has no table row over 200 characters, as it is written", () => {
  expect(page.split("\n").filter((line) => line.startsWith("|") && line.length > 200)).toEqual([])
})

describe("what CONTRIBUTING.md names", () => {
  /** `{en,sv,de}` stands for three files; `reservations.extend` is invented, its area is not. */
  const named = [
    ...page.matchAll(/`((?:src|scripts|integration-tests)\/[^`…]*?(?:\/|\.\w+)[^`…]*)`/g),
  ]
    .map(([, name = ""]) => name)
    .flatMap((name) => {
      const [braces, list] = /\{([^}]+)\}/.exec(name) ?? []
      return braces && list ? list.split(",").map((part) => name.replace(braces, part)) : [name]
    })

  it("is there", () => {
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })

  it("is a suite, and a part of it that has specifications", () => {
    const suites = [...page.matchAll(/^\|[^|]+\|[^|]+\| `(\w+) -- (\S+)`/gm)].map(
      ([, suite = "", part = ""]) => ({ suite, part })
    )
    const specsOf = (suite: string) =>
      (suite === "unit" ? ["src", "scripts", "bench"] : [`integration-tests/${suite}`])
        .flatMap((folder) =>
          readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
            path.posix.join(folder, file)
          )
        )
        .filter((file) => /\.spec\.tsx?$/.test(file))

    expect(suites.length).toBeGreaterThan(mayImport.size / 2)
    expect(
      suites.filter(
        ({ suite, part }) =>
          !(`test:${suite}` in scripts) || !specsOf(suite).some((file) => file.includes(part))
      )
    ).toEqual([])
  })
})
