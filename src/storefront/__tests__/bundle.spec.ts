import path from "node:path"
import { gzipSync } from "node:zlib"

import { build } from "esbuild"

/** Everything a storefront's bundle gets from us, built for a browser. */
const bundle = () =>
  build({
    entryPoints: [path.join(__dirname, "../index.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    metafile: true,
    write: false,
  })

describe("the storefront export in a bundle for the browser", () => {
  it("holds no code of Node, of Medusa or of the client of the service", async () => {
    const { metafile, errors } = await bundle()
    const packages = Object.keys(metafile.inputs).map(
      (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? "ours"
    )

    expect(errors).toEqual([])
    expect([...new Set(packages)].sort()).toEqual(["@navikt/fnrvalidator", "ours"])
  })

  it("takes no more than 15 kB, compressed", async () => {
    const { outputFiles } = await bundle()

    expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThanOrEqual(15_000)
  })

  it("needs nothing that a browser does not have", async () => {
    const { metafile } = await bundle()
    const external = Object.values(metafile.inputs).flatMap(({ imports }) =>
      imports.filter((one) => one.external).map((one) => one.path)
    )

    expect(external).toEqual([])
  })
})
