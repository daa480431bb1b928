import { readdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { build } from "esbuild"

const built = path.resolve(__dirname, "../../.medusa/server/src")

/** What Medusa's build of a plugin cannot be told: it knows CommonJS only, and writes a map without sources into each file. */
async function main() {
  await removeSourceMaps()
  await buildStorefront()
}

async function removeSourceMaps() {
  for (const entry of await readdir(built, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith(".js")) {
      const file = path.join(entry.parentPath, entry.name)
      const code = await readFile(file, "utf8")
      await writeFile(file, code.replace(/^\/\/# sourceMappingURL=data:.*\n?/m, ""))
    }
  }
}

/** A storefront's bundler leaves out what is not used of an ES module, and some take nothing else. */
async function buildStorefront() {
  const folder = path.join(built, "storefront")
  await build({
    entryPoints: [path.resolve(__dirname, "../../src/storefront/index.ts")],
    outfile: path.join(folder, "index.mjs"),
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2020",
  })
  await writeFile(path.join(folder, "index.d.mts"), `export * from "./index.js"\n`)
}

void main()
