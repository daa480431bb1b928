import { operationIds, operationOf } from "./catalogue"
import type { Operation } from "./operation"
import { type OperationOverrides, operationOverridesSchema } from "./overrides"

/** An entry with the merchant's overrides applied; `enabled` false means that calling it is an error. */
export type ResolvedOperation = Operation & { readonly enabled: boolean }

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
      const { enabled = true, method, path } = overrides[id] ?? {}
      return [
        id,
        // Laid over the entry, not copied from it: a copy would have all of its schemas made.
        Object.assign(Object.create(operation) as Operation, {
          enabled,
          method: method ?? operation.method,
          path: path ?? operation.path,
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
