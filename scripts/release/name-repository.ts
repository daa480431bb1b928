import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"

import { whereaboutsOf, withPicturesOf } from "./repository"

const root = path.join(__dirname, "../..")
const docs = path.join(root, "docs")

/**
 * Run by the release workflow before it packs, in a clone that is thrown away: the package says where it came from, and its
 * pages find the pictures that stay there.
 */
function main() {
  const whereabouts = whereaboutsOf(process.env)
  change(path.join(root, "package.json"), (text) => {
    const manifest = JSON.parse(text) as object
    return `${JSON.stringify({ ...manifest, ...whereabouts }, null, 2)}\n`
  })
  for (const name of readdirSync(docs).filter((file) => file.endsWith(".md"))) {
    change(path.join(docs, name), (page) =>
      withPicturesOf(whereabouts, process.env.GITHUB_REF_NAME ?? "main", page)
    )
  }
}

function change(file: string, to: (text: string) => string) {
  writeFileSync(file, to(readFileSync(file, "utf8")))
}

main()
