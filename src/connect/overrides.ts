import { z } from "zod"

import { isOperationId, type OperationId, operationOf } from "./catalogue"
import { type Method, methods } from "./operation"
import { pathParameters } from "./path-template"

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
}

/** Overrides by operation id. */
export type OperationOverrides = Partial<Record<OperationId, OperationOverride>>

/** Checks overrides as written in options: known ids, methods, and paths that begin with a slash and keep their parameters. */
export const operationOverridesSchema = z
  .record(
    z.string(),
    z.strictObject({
      enabled: z.boolean().optional(),
      method: z.enum(methods).optional(),
      path: z
        .string()
        .regex(
          /^\/(?:[^\s?#{}]|\{[A-Za-z_]\w*\??\})*$/,
          "must begin with a slash, without query or fragment"
        )
        .optional(),
    })
  )
  .superRefine((overrides, context) => {
    for (const [id, { path }] of Object.entries(overrides)) {
      if (!isOperationId(id)) {
        context.addIssue({
          code: "custom",
          path: [id],
          message: "is not an operation of the interface",
        })
        continue
      }
      const published = operationOf(id).path
      if (path?.startsWith("/") && !carriesParameters(path, published)) {
        context.addIssue({
          code: "custom",
          path: [id, "path"],
          message: `must carry ${namesIn(published) || "no parameter"}, as the published path does`,
        })
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
    .sort()
    .join(" ")
