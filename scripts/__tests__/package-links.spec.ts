import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"

import { whereaboutsOf, withPicturesOf } from "../release/repository"

const root = path.join(__dirname, "../..")

/** What npm would put into the package, but for what is built first. */
const [{ files }] = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })
) as [{ files: { path: string }[] }]

const packed = files.map((file) => file.path)

const release = whereaboutsOf({
  GITHUB_SERVER_URL: "https://forge.example.com",
  GITHUB_REPOSITORY: "owner/plugin",
})

/** A page as a release packs it. */
function pageOf(file: string): string {
  const text = readFileSync(path.join(root, file), "utf8")
  return /^docs\/[^/]+$/.test(file) ? withPicturesOf(release, "v1.0.0", text) : text
}

const links = packed
  .filter((file) => file.endsWith(".md"))
  .flatMap((page) =>
    [...pageOf(page).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => ({
        page,
        leadsTo: path.posix.join(path.posix.dirname(page), target),
      }))
  )

describe("the links of the pages in the package", () => {
  it.each(["README.md", "CONTRIBUTING.md", "docs/production.md"])("are found in %s", (name) => {
    expect(links.filter(({ page }) => page === name).length).toBeGreaterThan(5)
  })

  it("lead to what is in the package too", () => {
    expect(
      links.filter(
        ({ leadsTo }) =>
          !packed.some((file) =>
            leadsTo.endsWith("/") ? file.startsWith(leadsTo) : file === leadsTo
          )
      )
    ).toEqual([])
  })
})
