import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"

import { whereaboutsOf } from "./repository"

const file = path.join(__dirname, "../../package.json")

/** Run by the release workflow before it publishes: the package says where it came from. */
const manifest: object = JSON.parse(readFileSync(file, "utf8"))
writeFileSync(file, `${JSON.stringify({ ...manifest, ...whereaboutsOf(process.env) }, null, 2)}\n`)
