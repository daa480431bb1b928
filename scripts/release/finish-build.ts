import { readdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { build } from "esbuild"

const root = path.resolve(__dirname, "../..")
const built = path.join(root, ".medusa/server/src")

/** What Medusa's build of a plugin cannot be told: it knows CommonJS only, and writes a map without sources into each file. */
async function main() {
  await removeSourceMaps()
  await buildStorefront()
  await bundleHono()
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
    entryPoints: [path.join(root, "src/storefront/index.ts")],
    outfile: path.join(folder, "index.mjs"),
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2020",
  })
  await writeFile(path.join(folder, "index.d.mts"), `export * from "./index.js"\n`)
}

/** The sandbox carries its web framework, with its licences: else every store and storefront would install it. */
async function bundleHono() {
  const licences = await Promise.all(
    ["hono", "@hono/node-server"].map(async (name) => {
      const text = await readFile(path.join(root, "node_modules", name, "LICENSE"), "utf8")
      return `/*!\n${name}\n\n${text}*/`
    })
  )
  await build({
    entryPoints: [path.join(root, "src/sandbox/http/hono.ts")],
    outfile: path.join(built, "sandbox/http/hono.js"),
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    // Names stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: licences.join("\n") },
  })
}

void main()
