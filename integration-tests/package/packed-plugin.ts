import { cpSync, readdirSync, symlinkSync } from "node:fs"
import path from "node:path"

import { z } from "zod"

import { runInTerminal } from "./terminal"

const repository = path.resolve(__dirname, "../..")

/** Not part of what is built: dependencies, and what earlier runs left. */
const leftOut = new Set([".demo", ".git", ".medusa", "coverage", "node_modules", "test-output"])

const packReportSchema = z
  .tuple([
    z.object({
      filename: z.string(),
      size: z.number(),
      files: z.array(z.object({ path: z.string() })),
    }),
  ])
  .transform(([report]) => report)

export type PackedPlugin = {
  tarball: string
  /** Bytes, packed. */
  size: number
  /** Paths inside the package. */
  files: string[]
}

/**
 * Builds and packs the plugin as for publishing, from a copy, so that the
 * working tree stays as it is.
 *
 * @param folder an empty folder for the copy
 */
export async function packPlugin(folder: string): Promise<PackedPlugin> {
  for (const name of readdirSync(repository)) {
    if (!leftOut.has(name)) {
      cpSync(path.join(repository, name), path.join(folder, name), {
        recursive: true,
      })
    }
  }
  symlinkSync(path.join(repository, "node_modules"), path.join(folder, "node_modules"))
  const report = await runInTerminal(
    "npm pack --json --loglevel=error --foreground-scripts=false",
    folder
  )
  const { filename, size, files } = packReportSchema.parse(JSON.parse(report))
  return {
    tarball: path.join(folder, filename),
    size,
    files: files.map((file) => file.path),
  }
}
