import { readFileSync } from "node:fs"
import { type Profiler, Session } from "node:inspector/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"

/** The plugin's own files that this process has loaded, as paths below `src`. */
export const filesLoaded = (): string[] => Object.keys(require.cache).flatMap(ofPlugin).sort()

let session: Session | undefined

/** Begins to count which functions run, or begins anew. */
export async function followFiles(): Promise<void> {
  if (!session) {
    session = new Session()
    session.connect()
    await session.post("Profiler.enable")
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false })
  }
  await session.post("Profiler.takePreciseCoverage")
}

/** The plugin's own files of which a function has run since `followFiles`; being loaded does not count. */
export async function filesRun(): Promise<string[]> {
  const scripts = (await session?.post("Profiler.takePreciseCoverage"))?.result ?? []
  return scripts
    .filter(({ url }) => url.startsWith("file://"))
    .flatMap((script) => {
      const file = fileURLToPath(script.url)
      return ofPlugin(file).filter(() => hasRun(script, readFileSync(file, "utf8")))
    })
    .sort()
}

const hasRun = ({ functions }: Profiler.ScriptCoverage, source: string): boolean =>
  functions.some(({ functionName, ranges: [range] }) => {
    if (!range || range.count === 0) {
      return false
    }
    const text = source.slice(range.startOffset, range.endOffset)
    // The file as a whole, what the compiler put at its top, and how an import reads an export.
    const isWhole = range.startOffset === 0
    const isExport = /^\(\) => ([\w$.]+|from\[key\])$/.test(text)
    return !isWhole && !functionName.startsWith("__") && !isExport
  })

/** Its path below `src`, in a list; empty for a file of others. */
function ofPlugin(file: string): string[] {
  const below = path.relative(path.join(process.cwd(), "src"), file)
  return below.startsWith("..") || path.isAbsolute(below) ? [] : [below.replace(/\.js$/, "")]
}
