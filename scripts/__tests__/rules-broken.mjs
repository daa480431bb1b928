import { text } from "node:stream/consumers"

import { ESLint } from "eslint"

/**
 * Lints snippets with the project's own configuration, each as if it were the
 * content of its file, which must exist. Reads `[{ file, code }]` from standard
 * input; writes for each the rules that it breaks, of those given as arguments.
 */
const rules = process.argv.slice(2)
const eslint = new ESLint({
  ruleFilter: ({ ruleId }) => rules.includes(ruleId),
})

const broken = []
for (const { file, code } of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(code, { filePath: file })
  broken.push(result.messages.map(({ ruleId, message }) => ruleId ?? message))
}
process.stdout.write(JSON.stringify(broken))
