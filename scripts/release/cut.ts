import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"

import { version } from "../../package.json"
import { cutRelease } from "./changelog"

const file = path.join(__dirname, "../../CHANGELOG.md")

/** Run by `npm version`, which has raised the version of package.json by then. */
writeFileSync(
  file,
  cutRelease(readFileSync(file, "utf8"), version, new Date().toISOString().slice(0, 10))
)
