import type { z } from "zod"

import { RefusedError } from "./errors"
import type { WireRequest } from "./exchange"
import { type FieldErrors, fieldErrorsOfIssues } from "./failure"
import type { Operation } from "./operation"
import { isRecord } from "./schemas/answer-values"
import { fillPath, pathParameters, type ResolvedOperation } from "./overrides"

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
  if (added === undefined || !isRecord(body) || !isRecord(added)) {
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
  if (Object.keys(query).length === 0) {
    return ""
  }
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
