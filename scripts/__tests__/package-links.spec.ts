import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import path from "node:path"

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

/** Beside README's own, the pictures are of the repository: they would make half the package. */
const isPictureOfAPage = (page: string, target: string) =>
  page !== "README.md" && target.endsWith(".png")

const links = packed
  .filter((file) => file === "README.md" || /^(docs|examples)\/.*\.md$/.test(file))
  .flatMap((page) =>
    [...readFileSync(path.join(root, page), "utf8").matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !isPictureOfAPage(page, target))
      .map((target) => ({
        page,
        leadsTo: path.posix.join(path.posix.dirname(page), target),
      }))
  )

describe("the links of the pages in the package", () => {
  it("are found", () => {
    expect(links.filter(({ page }) => page === "README.md").length).toBeGreaterThan(10)
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
