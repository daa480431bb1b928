import { existsSync, readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const root = path.join(__dirname, "../..")

const pages = [
  ...readdirSync(root),
  ...["docs", "examples"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      path.join(folder, name)
    )
  ),
].filter((name) => name.endsWith(".md"))

/** As GitHub makes them from headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-")
  )

const links = pages.flatMap((page) => {
  const text = readFileSync(path.join(root, page), "utf8")
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => ({ page, target }))
    .filter(({ target }) => !/^[a-z]+:/.test(target))
})

describe("links between the pages", () => {
  it("are found", () => {
    expect(links.length).toBeGreaterThan(20)
  })

  it("lead to a file, and to a heading of it", () => {
    const broken = links.filter(({ page, target }) => {
      const [file = "", anchor] = target.split("#")
      const full = file ? path.join(root, path.dirname(page), file) : path.join(root, page)
      return (
        !existsSync(full) ||
        (anchor !== undefined && !anchorsOf(readFileSync(full, "utf8")).includes(anchor))
      )
    })
    expect(broken.map(({ page, target }) => `${page}: ${target}`)).toEqual([])
  })

  it("lead from the index to every decision", () => {
    const indexed = links
      .filter(({ page }) => page === "docs/decisions/README.md")
      .map(({ target }) => target)

    expect(indexed.sort()).toEqual(
      readdirSync(path.join(root, "docs/decisions"))
        .filter((file) => file !== "README.md")
        .sort()
    )
  })
})

describe("the tables of the pages", () => {
  it("have no row over 200 characters as it is written", () => {
    const long = pages
      .flatMap((page) =>
        readFileSync(path.join(root, page), "utf8")
          .split("\n")
          .filter((line) => line.startsWith("|"))
          .map((row) => ({ page, row }))
      )
      .filter(({ row }) => row.length > 200)
    expect(long.map(({ page, row }) => `${page}: ${row.slice(0, 60)}`)).toEqual([])
  })
})
