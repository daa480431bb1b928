import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import ts from "typescript"

/**
 * Files that import each other in a circle, through whatever others. An import of a type counts like any other: who reads
 * one of the files has to read them all. The linter's own rule leaves those out.
 *
 * @returns each circle's files, relative to the folder
 */
export function importCircles(folder: string, within: readonly string[] = ["."]): string[][] {
  const files = within.flatMap((name) => sourcesIn(path.join(folder, name)))
  const imports = new Map(files.map((file) => [file, importsOf(file)]))
  return knots(imports).map((circle) => circle.map((file) => path.relative(folder, file)).sort())
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${path.sep}node_modules${path.sep}`))

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
}
const resolutions = ts.createModuleResolutionCache("/", (name) => name, options)

function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"))
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith("."))
    .flatMap(({ fileName }) => {
      const { resolvedModule } = ts.resolveModuleName(fileName, file, options, ts.sys, resolutions)
      return resolvedModule ? [resolvedModule.resolvedFileName] : []
    })
}

/** What is left of a graph when all that lies on no circle is taken away, in parts that do not touch. */
function knots(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...graph.keys()].map((file) => [file, reachable(graph, file)]))
  const placed = new Set<string>()
  const found: string[][] = []
  for (const [file, onward] of reached) {
    if (placed.has(file) || !onward.has(file)) {
      continue
    }
    const circle = [...onward].filter((other) => reached.get(other)?.has(file))
    circle.forEach((other) => placed.add(other))
    found.push(circle)
  }
  return found
}

function reachable(graph: ReadonlyMap<string, readonly string[]>, from: string): Set<string> {
  const seen = new Set<string>()
  const next = [...(graph.get(from) ?? [])]
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (!seen.has(file)) {
      seen.add(file)
      next.push(...(graph.get(file) ?? []))
    }
  }
  return seen
}
