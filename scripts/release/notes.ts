import { readFileSync } from "node:fs"
import path from "node:path"

import { version } from "../../package.json"
import { notesOf } from "./changelog"

/**
 * Prints what the release of a tag brings; fails when tag, package and changelog do not name the same version.
 */
const [tag] = process.argv.slice(2)
if (tag !== `v${version}`) {
  console.error(`The tag is ${tag}, and package.json has version ${version}.`)
  process.exit(1)
}
console.log(notesOf(readFileSync(path.join(__dirname, "../../CHANGELOG.md"), "utf8"), version))
