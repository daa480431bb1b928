import { z } from "zod"

import { isOperationId, type OperationId } from "./catalogue"
import { type Method, methods } from "./operation"

/** What a merchant may change about one operation, because sources leave it open or the account differs. */
export type OperationOverride = {
  /** False switches the operation off: calling it ends in an `OperationDisabledError`. */
  enabled?: boolean | undefined
  method?: Method | undefined
  /** From the host, with the entry's own parameters: `/api/v1/connect/orders/{order_uuid}/status`. */
  path?: string | undefined
}

/** Overrides by operation id. */
export type OperationOverrides = Partial<Record<OperationId, OperationOverride>>

/** Checks overrides as written in options: known ids, methods, and paths that begin with a slash. */
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
    for (const id of Object.keys(overrides)) {
      if (!isOperationId(id)) {
        context.addIssue({
          code: "custom",
          path: [id],
          message: "is not an operation of the interface",
        })
      }
    }
  })
