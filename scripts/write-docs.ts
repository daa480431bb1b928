import { writeFileSync } from "node:fs"
import path from "node:path"

import { format, resolveConfig } from "prettier"

import { pages } from "./docs/pages"

/** Writes what of docs/ is made from code. */
async function main() {
  for (const [name, page] of Object.entries(pages)) {
    const file = path.join(__dirname, "..", "docs", name)
    const config = await resolveConfig(file)
    writeFileSync(file, await format(page(), { ...config, filepath: file }))
  }
}

void main()
