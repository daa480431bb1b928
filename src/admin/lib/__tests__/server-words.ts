import { readFileSync } from "node:fs"
import path from "node:path"

/**
 * The words of a list, or of a union of words, in a source of the server: Admin imports no server code.
 *
 * @param file below `src`
 * @param name of the constant or type
 * @throws Error when there is none
 */
export function serverWords(file: string, name: string): string[] {
  const source = readFileSync(path.join(__dirname, "../../..", file), "utf8")
  const [, list] =
    new RegExp(`(?:const ${name} = \\[|type ${name} =)([^;\\]]*?)(?:\\]|\\n\\n|\\n$)`).exec(
      source
    ) ?? []
  const words = [...(list ?? "").matchAll(/"([^"]+)"/g)].flatMap(([, word]) => word ?? [])
  if (words.length === 0) {
    throw new Error(`${file} has no words named ${name}`)
  }
  return words
}
