import { z } from "zod"

import { isOperationId, type OperationId, operationIds, operationOf } from "./catalogue"
import { RefusedError } from "./errors"
import type { WireRequest } from "./exchange"
import { type FieldErrors, fieldErrorsOfIssues } from "./failure"
import { type Method, methods, type Operation, type OtherBody } from "./operation"
import { isRecord } from "./schemas/answer-values"

/** A request before it is checked against its entry. */
export type UncheckedRequest = {
  params?: unknown
  query?: unknown
  body?: unknown
}

/**
 * Checks a request strictly against its entry and writes it as it goes on the wire.
 *
 * @param basePath - path of `{base_url}`, without a slash at its end
 * @throws RefusedError naming every bad field; nothing was sent
 */
export function wireRequest(
  operation: Operation & Pick<ResolvedOperation, "addedBody" | "writeBody">,
  request: UncheckedRequest,
  basePath: string
): WireRequest {
  const params = check(operation, operation.params, request.params, "params")
  const query = check(operation, operation.query, request.query, "query")
  const body = check(operation, operation.body, request.body, "body")
  const path =
    basePath +
    pathOf(operation, asRecord(params)) +
    queryOf({ ...asRecord(query), ...notInPath(operation, asRecord(params)) })
  return {
    method: operation.method,
    path,
    ...(body === undefined ? {} : { body: jsonOf(operation, writtenBody(operation, body)) }),
  }
}

/** A body in the form of the reading in force, with the merchant's own members. */
function writtenBody(
  { addedBody, writeBody }: Pick<ResolvedOperation, "addedBody" | "writeBody">,
  body: unknown
): unknown {
  return laidOver(writeBody ? writeBody(body) : body, addedBody)
}

/** A body with the merchant's own members laid over it, records member by member. */
function laidOver(body: unknown, added: unknown): unknown {
  if (!isRecord(body) || !isRecord(added)) {
    return added ?? body
  }
  const members = Object.entries(added).map(([name, value]) => [name, laidOver(body[name], value)])
  return { ...body, ...Object.fromEntries(members) }
}

type Part = "params" | "query" | "body"

function check(
  operation: Operation,
  schema: z.ZodType | undefined,
  value: unknown,
  part: Part
): unknown {
  if (!schema) {
    if (value !== undefined) {
      throw refused(operation, { [part]: ["is not taken by this operation"] })
    }
    return undefined
  }
  // Parameters and query may be left out as a whole when none of them is required; a body may not.
  const given = part === "body" ? value : (value ?? {})
  const result = schema.safeParse(given)
  if (!result.success) {
    throw refused(operation, fieldErrorsOfIssues(result.error.issues))
  }
  return result.data
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  (value ?? {}) as Readonly<Record<string, unknown>>

/** The parameters that the path has no place for: another reading of the interface has them in the query. */
function notInPath(
  { path }: Operation,
  params: Readonly<Record<string, unknown>>
): Record<string, unknown> {
  const carried = new Set(pathParameters(path).map(({ name }) => name))
  return Object.fromEntries(Object.entries(params).filter(([name]) => !carried.has(name)))
}

function pathOf(operation: Operation, params: Readonly<Record<string, unknown>>): string {
  try {
    return fillPath(operation.path, params)
  } catch (error) {
    if (error instanceof RangeError) {
      throw refused(operation, {
        [error.message]: ["must be one segment of a path"],
      })
    }
    throw error
  }
}

/** A body that cannot be written was not sent, so its outcome is not in doubt. */
function jsonOf(operation: Operation, body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw refused(operation, { "": ["cannot be written as JSON"] })
  }
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      search.append(name, String(value))
    }
  }
  return search.size > 0 ? `?${search}` : ""
}

const refused = (operation: Operation, fieldErrors: FieldErrors) =>
  new RefusedError({
    operationId: operation.id,
    fieldErrors,
    message: `The request was not sent: ${Object.entries(fieldErrors)
      .map(([field, [sentence]]) => `${field || "the request"} ${sentence}`)
      .join("; ")}.`,
    advice: "Correct the fields named and try again.",
  })

/** What a merchant may change about one operation, because sources leave it open or the account differs. */
export type OperationOverride = {
  /** False switches the operation off: calling it ends in an `OperationDisabledError`. */
  enabled?: boolean | undefined
  method?: Method | undefined
  /**
   * From the host, with the entry's own parameters: `/api/v1/connect/orders/{order_uuid}/status`. One that the published path
   * marks with `?` may be missing, and is then sent in the query.
   */
  path?: string | undefined
  /** Members that the account's service wants besides: laid over the checked body last, records member by member. */
  body?: Readonly<Record<string, unknown>> | undefined
}

/** Overrides by operation id. */
export type OperationOverrides = Partial<Record<OperationId, OperationOverride>>

/** Checks overrides as written in options: known ids, methods, and paths that begin with a slash and keep their parameters. */
export const operationOverridesSchema = z
  .record(
    z.string(),
    z.strictObject({
      enabled: z.boolean("must be true or false").optional(),
      method: z.enum(methods, `must be ${methods.join(", ")}`).optional(),
      path: z
        .string("must be text")
        .regex(
          /^\/(?:[^\s?#{}]|\{[A-Za-z_]\w*\??\})*$/,
          "must begin with a slash, without query or fragment"
        )
        .optional(),
      body: z.record(z.string(), z.json()).optional(),
    })
  )
  .superRefine((overrides, context) => {
    const complain = (path: string[], message: string) =>
      context.addIssue({ code: "custom", path, message })
    for (const [id, { body, path }] of Object.entries(overrides)) {
      if (!isOperationId(id)) {
        complain([id], "is not an operation of the interface")
        continue
      }
      if (body && !operationOf(id).body) {
        complain([id, "body"], "is not sent by it")
      }
      const published = operationOf(id).path
      if (path?.startsWith("/") && !carriesParameters(path, published)) {
        const names = namesIn(published) || "no parameter"
        complain([id, "path"], `must carry ${names}, as the published path does`)
      }
    }
  })

/** What may be left out of the published path may be left out of another: it is then sent in the query. */
function carriesParameters(path: string, published: string): boolean {
  const carried = pathParameters(path).map(({ name }) => name)
  const known = pathParameters(published)
  return (
    new Set(carried).size === carried.length &&
    carried.every((name) => known.some((one) => one.name === name)) &&
    known.every(({ name, optional }) => optional || carried.includes(name))
  )
}

const namesIn = (path: string): string =>
  pathParameters(path)
    .map(({ name }) => `{${name}}`)
    .join(" ")

/** An entry with the merchant's overrides applied; `enabled` false means that calling it is an error. */
export type ResolvedOperation = Operation & {
  readonly enabled: boolean
  /** Writes the body in the form of the reading that the merchant chose, where that differs. */
  readonly writeBody?: OtherBody["write"] | undefined
  /** What the merchant has sent besides in the body. */
  readonly addedBody?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Applies a merchant's overrides to the catalogue.
 *
 * @throws TypeError naming each option that is wrong, such as a path that lost its parameter
 */
export function resolveOperations(
  overrides: OperationOverrides = {}
): ReadonlyMap<string, ResolvedOperation> {
  const problems = problemsOf(overrides)
  if (problems.length > 0) {
    throw new TypeError(`operations: ${problems.join("; ")}`)
  }
  return new Map(
    operationIds.map((id) => {
      const operation = operationOf(id)
      const { body, enabled = true, ...at } = overrides[id] ?? {}
      const { method = operation.method, path = operation.path } = at
      const reading = operation.alternatives?.find(
        (other) =>
          (other.method ?? operation.method) === method && (other.path ?? operation.path) === path
      )
      return [
        id,
        // Laid over the entry, not copied from it: a copy would have all of its schemas made.
        Object.assign(Object.create(operation) as Operation, {
          enabled,
          writeBody: reading?.body?.write,
          addedBody: body,
          method,
          path,
        }),
      ]
    })
  )
}

function problemsOf(overrides: OperationOverrides): string[] {
  const checked = operationOverridesSchema.safeParse(overrides)
  return checked.success
    ? []
    : checked.error.issues.map(({ path, message }) => `${path.map(String).join(".")} ${message}`)
}

/** A parameter of a path template: `{name}`, or `{name?}` when it may be left out with the slash before it. */
export type PathParameter = { name: string; optional: boolean }

const PLACEHOLDER = /\/\{([A-Za-z_]\w*)(\??)\}/g

/** The parameters of a path template, in order. */
export const pathParameters = (template: string): PathParameter[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = "", mark]) => ({
    name,
    optional: mark === "?",
  }))

/**
 * Fills a path template. Odd slashes of the template stay as published; values are encoded as one segment each.
 *
 * @throws RangeError naming the parameter when a required value is missing, empty, or a relative segment (`.`, `..`)
 */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(PLACEHOLDER, (_placeholder, name: string, mark: string) => {
    const value = values[name]
    if (value === undefined && mark === "?") {
      return ""
    }
    const segment = String(value ?? "")
    if (/^\.{0,2}$/.test(segment)) {
      throw new RangeError(name)
    }
    return `/${encodeURIComponent(segment)}`
  })
}
