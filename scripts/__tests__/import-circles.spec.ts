import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

import { importCircles } from "../import-circles"

const project = path.resolve(__dirname, "../..")

it("finds no circle of imports in the project", () => {
  expect(importCircles(project, ["src", "demo", "bench", "scripts", "integration-tests"])).toEqual(
    []
  )
})

describe("a circle of imports", () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "circles-"))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  const write = (files: Record<string, string>) => {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
  }

  it("is found through other files and folders", () => {
    write({
      "a.ts": `import { b } from "./b"\nexport const a = b`,
      "b.ts": `export { c as b } from "./rooms"`,
      "rooms/index.ts": `export const c = async () => (await import("../a")).a`,
      "beside.ts": `import "./a"`,
    })
    expect(importCircles(folder)).toEqual([["a.ts", "b.ts", "rooms/index.ts"]])
  })

  it("is found when only types make it", () => {
    write({
      "a.ts": `import type { B } from "./b"\nexport type A = B`,
      "b.ts": `import { type A } from "./a"\nexport type B = A`,
    })
    expect(importCircles(folder)).toEqual([["a.ts", "b.ts"]])
  })

  it("is not two ways to the same file", () => {
    write({
      "a.ts": `import "./b"\nimport "./c"`,
      "b.ts": `import "./d"`,
      "c.ts": `import "./d"`,
      "d.ts": `import "node:fs"`,
    })
    expect(importCircles(folder)).toEqual([])
  })
})
