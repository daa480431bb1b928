import { readFileSync } from "node:fs"

import { version } from "../../../package.json"
import { cutRelease, notesOf } from "../changelog"

const changelog = `# Changelog

## [Unreleased]

### Added

- A new thing.

## [0.1.0] - 2026-01-02

### Added

- The first thing.
`

describe("the changelog", () => {
  const lines = readFileSync("CHANGELOG.md", "utf8").split("\n")

  it("has the package's version as its newest, so that the next one is the next number", () => {
    const [newest = "0.0.0"] = lines.flatMap((line) => /^## \[(\d.*?)\]/.exec(line)?.[1] ?? [])
    expect(version).toBe(newest)
  })
})

describe("notesOf", () => {
  it("gives what stands below a version", () => {
    expect(notesOf(changelog, "0.1.0")).toBe("### Added\n\n- The first thing.")
  })

  it("refuses a version that the changelog does not name", () => {
    expect(() => notesOf(changelog, "0.1")).toThrow("CHANGELOG.md says nothing of version 0.1.")
  })
})

describe("cutRelease", () => {
  it("gives what was not released its version and date", () => {
    const cut = cutRelease(changelog, "0.2.0", "2026-03-04")

    expect(cut).toContain("## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n")
    expect(notesOf(cut, "0.2.0")).toBe("### Added\n\n- A new thing.")
    expect(notesOf(cut, "0.1.0")).toBe(notesOf(changelog, "0.1.0"))
  })

  it("refuses a release of nothing", () => {
    const cut = cutRelease(changelog, "0.2.0", "2026-03-04")

    expect(() => cutRelease(cut, "0.3.0", "2026-03-05")).toThrow("nothing below ## [Unreleased]")
  })

  it("refuses a version that is out", () => {
    expect(() => cutRelease(changelog, "0.1.0", "2026-03-04")).toThrow("has version 0.1.0 already")
  })
})
