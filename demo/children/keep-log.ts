import type { ChildProcess } from "node:child_process"
import { createWriteStream } from "node:fs"
import { createInterface } from "node:readline"
import { finished } from "node:stream/promises"
import { stripVTControlCharacters } from "node:util"

/**
 * Writes all a child says to a file, and reports the lines in which Medusa's logger tells of an error.
 *
 * @returns when the child has said its last and all of it stands in the file
 */
export async function keepLog(
  { stdout, stderr }: ChildProcess,
  { logFile, onErrorLine }: { logFile: string; onErrorLine?(line: string): void }
): Promise<void> {
  const log = createWriteStream(logFile, { flags: "a" })
  const streams = [stdout, stderr].filter((stream) => stream !== null)
  await Promise.all(
    streams.map(async (input) => {
      for await (const coloured of createInterface({ input })) {
        const line = stripVTControlCharacters(coloured)
        log.write(`${line}\n`)
        const [, error] = /^error:\s+(.+)/.exec(line) ?? []
        if (error) {
          onErrorLine?.(error)
        }
      }
    })
  )
  log.end()
  await finished(log)
}
