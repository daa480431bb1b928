/** A fenced block of code in a page. */
export type CodeBlock = {
  /** Line of the opening fence, from 1. */
  line: number
  /** The fence's first word: `ts`, `bash`. */
  language: string
  code: string
  /** Declarations that the reader is taken to have, from a `<!-- given` comment right above. */
  given: string
}

const FENCE = /^```(\S*).*$/

/**
 * The fenced blocks of a page in Markdown.
 *
 * A comment `<!-- given … -->` right above a block declares what its code takes for granted; a reader of the page does not
 * see it.
 */
export function codeBlocks(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let given: string[] = []
  let open: { line: number; language: string; code: string[] } | undefined
  let inGiven = false
  page.split("\n").forEach((text, index) => {
    const [, language] = FENCE.exec(text) ?? []
    if (open && language !== undefined) {
      blocks.push({
        line: open.line,
        language: open.language,
        code: open.code.join("\n"),
        given: given.join("\n"),
      })
      open = undefined
      given = []
    } else if (open) {
      open.code.push(text)
    } else if (language !== undefined) {
      open = { line: index + 1, language, code: [] }
    } else if (text.startsWith("<!-- given")) {
      inGiven = true
    } else if (inGiven && text.trim() === "-->") {
      inGiven = false
    } else if (inGiven) {
      given.push(text)
    } else if (text.trim()) {
      given = []
    }
  })
  return blocks
}
