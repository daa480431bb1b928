import path from "node:path"

import ts from "typescript"

const root = path.resolve(__dirname, "../..")

/** Where a made-up file stands, so that it finds the packages a reader's project has. */
const folder = path.join(root, "docs-code")

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  types: ["node", "jest"],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  skipLibCheck: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  noEmit: true,
  paths: {
    "medusa-plugin-einvoice/*": [path.join(root, "src/*"), path.join(root, "src/*/index.ts")],
  },
}

/**
 * Checks pieces of TypeScript against the sources of this project, as if each were a module of a project that has the
 * package installed.
 *
 * @param pieces code by a name that is unique
 * @returns what the compiler says, each with the name of its piece
 */
export function typeProblems(pieces: ReadonlyMap<string, string>): string[] {
  const files = new Map(
    [...pieces].map(([name, code], index) => [path.join(folder, `${index}.tsx`), { name, code }])
  )
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (file) => files.has(file) || fileExists(file)
  host.readFile = (file) => files.get(file)?.code ?? readFile(file)
  const program = ts.createProgram([...files.keys()], options, host)

  return [...files].flatMap(([file, { name }]) => {
    const source = program.getSourceFile(file)
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`)
  })
}
