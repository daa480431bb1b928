import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

import ts from "typescript"

/** Stands in a message where its text differs from one time to the next. */
const VARYING = "…"

const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return node.text
  }
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(VARYING)
    : undefined
}

function nodesOf(code: string): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node) => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile("code.ts", code, ts.ScriptTarget.ES2022))
  return nodes
}

const textsAmong = (nodes: readonly ts.Node[]): string[] =>
  nodes.map(textOf).filter((text) => text !== undefined)

/** Every text that stands in a piece of TypeScript, with `…` where a template fills something in. */
export const textsIn = (code: string): string[] => textsAmong(nodesOf(code))

/** The sentences that a piece of TypeScript makes errors of a class with. */
export const sentencesOfErrors = (className: string, code: string): string[] =>
  nodesOf(code)
    .filter(ts.isNewExpression)
    .filter(({ expression }) => ts.isIdentifier(expression) && expression.text === className)
    .flatMap((error) => textsAmong(error.arguments ?? []))
    .filter((text) => text.endsWith("."))

/** The code of every TypeScript file below a folder, tests left out. */
export const codeBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("__tests__"))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))

const partsOf = (message: string) =>
  message
    .split(VARYING)
    .map((part) => part.trim())
    .filter((part) => part.length > 0)

/** Whether a message as a page writes it, shortened by `…`, is of this text: all its parts stand in it, in their order. */
export function names(message: string, text: string): boolean {
  let rest = text
  for (const part of partsOf(message)) {
    const at = rest.indexOf(part)
    if (at < 0) {
      return false
    }
    rest = rest.slice(at + part.length)
  }
  return true
}

/** How many characters of a message are always the same. */
export const fixedLength = (message: string): number => partsOf(message).join("").length
