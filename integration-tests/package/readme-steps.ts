import { readFileSync } from "node:fs"
import path from "node:path"

export type ReadmeStep =
  { kind: "shell"; script: string } | { kind: "file"; path: string; content: string }

const readme = path.resolve(__dirname, "../../README.md")

/** A fenced block: its language, the file it belongs to if it says so, its text. */
const fencedBlock = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm

/**
 * What README tells a reader to do between `<!-- name:begin -->` and
 * `<!-- name:end -->`, in order.
 *
 * @throws when the section is missing, or holds a block that cannot be followed
 */
export function readmeSteps(section: string): ReadmeStep[] {
  const text = readFileSync(readme, "utf8")
  const begin = text.indexOf(`<!-- ${section}:begin -->`)
  const end = text.indexOf(`<!-- ${section}:end -->`)
  if (begin < 0 || end < begin) {
    throw new Error(`README.md has no section ${section}`)
  }
  return [...text.slice(begin, end).matchAll(fencedBlock)].map(
    ([, language, file, content = ""]) => {
      if (language === "bash" && !file) {
        return { kind: "shell", script: content }
      }
      if (language === "ts" && file) {
        return { kind: "file", path: file, content }
      }
      throw new Error(
        `README.md, section ${section}: a block must be bash, or ts with a file name, not "${language} ${file ?? ""}"`
      )
    }
  )
}
