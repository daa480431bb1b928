import { z } from "zod"
import type { Catalogue, Operation, OperationId } from "../../connect"
import { listsFromIndexKeys } from "./index-keys"
import { sentencesOf } from "./sentences"

type OutputOf<Entry, Name extends string> = Entry extends {
  readonly [N in Name]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/** A request the catalogue has let through. */
export type CheckedRequest<Id extends OperationId> = {
  params: OutputOf<Catalogue[Id], "params">
  query: OutputOf<Catalogue[Id], "query">
  body: OutputOf<Catalogue[Id], "body">
}

/** A request as it came: path parameters and query as text, the body as parsed JSON. */
export type RawRequest = {
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: unknown
}

export type RequestCheck =
  | { verdict: "passed"; params: unknown; query: unknown; body: unknown }
  /** A path parameter that cannot name a record of an operation that answers 404. */
  | { verdict: "no-such-path" }
  | { verdict: "invalid"; sentences: string[] }

/** Checks a request against the operation's schemas. Unknown fields are passed over, as the service does. */
export function checkRequest(operation: Operation, request: RawRequest): RequestCheck {
  const params =
    operation.params && checkTexts(operation.params, paramsOf(operation.params, request))
  const canBeMissing = operation.refusals.some(({ status }) => status === 404)
  if (params && !params.result.success && canBeMissing) {
    return { verdict: "no-such-path" }
  }
  const query = operation.query && checkTexts(operation.query, request.query)
  const body = operation.body && checkBody(operation.body, request.body)
  const sentences = [params, query, body].flatMap((part) =>
    part && !part.result.success ? sentencesOf(part.result.error.issues, part.input) : []
  )
  if (sentences.length > 0) {
    return { verdict: "invalid", sentences }
  }
  return {
    verdict: "passed",
    params: params?.result.data,
    query: query?.result.data,
    body: body?.result.data,
  }
}

/** The path's parameters, and those of them that a caller put into the query because the path has no place for them. */
function paramsOf(
  schema: z.ZodObject,
  { params, query }: RawRequest
): Readonly<Record<string, string>> {
  const moved = Object.entries(query).filter(([name]) => name in schema.shape)
  return { ...Object.fromEntries(moved), ...params }
}

type Checked = { input: unknown; result: z.ZodSafeParseResult<unknown> }

function checkBody(schema: z.ZodType, body: unknown): Checked {
  const mayBeAbsent = schema.safeParse(undefined).success
  const input = body ?? (mayBeAbsent ? undefined : {})
  const asSent = parseWithoutUnknown(schema, input)
  return asSent.result.success ? asSent : parseWithoutUnknown(schema, listsFromIndexKeys(input))
}

function checkTexts(schema: z.ZodObject, texts: Readonly<Record<string, string>>): Checked {
  const typed = Object.entries(texts).map(([name, text]) => [
    name,
    readText(schema.shape[name], text),
  ])
  return parseWithoutUnknown(schema, Object.fromEntries(typed))
}

/** A value in an address has no type of its own: it is read as the first form its schema takes. */
function readText(schema: z.core.$ZodType | undefined, text: string): unknown {
  const forms: unknown[] = [text, text.toUpperCase(), text.toLowerCase()]
  if (text === "true" || text === "false") {
    forms.push(text === "true")
  } else if (text.trim() !== "") {
    forms.push(Number(text))
  }
  const fitting = forms.find((form) => schema && z.safeParse(schema, form).success)
  return fitting ?? text
}

function parseWithoutUnknown(schema: z.ZodType, input: unknown): Checked {
  const copy = structuredClone(input)
  for (;;) {
    const result = schema.safeParse(copy)
    const unknown = result.error?.issues.filter((issue) => issue.code === "unrecognized_keys")
    if (!unknown?.length) {
      return { input: copy, result }
    }
    for (const { path, keys } of unknown) {
      removeKeys(copy, path, keys)
    }
  }
}

function removeKeys(root: unknown, path: readonly PropertyKey[], keys: readonly string[]): void {
  let parent = root
  for (const part of path) {
    parent = Reflect.get(Object(parent), part)
  }
  for (const key of keys) {
    Reflect.deleteProperty(Object(parent), key)
  }
}
