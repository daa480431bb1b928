import {
  type OperationId,
  operationIds,
  operationOf,
  type OperationOverrides,
  refusalByStatus,
} from "../../../connect"

/** The catalogue as the settings page shows it, with this store's overrides. */
export const describeOperations = (overrides: OperationOverrides) =>
  operationIds.map((id) => {
    const operation = operationOf(id)
    const override = overrides[id]
    return {
      id,
      area: operation.area,
      title: operation.title,
      method: override?.method ?? operation.method,
      path: override?.path ?? operation.path,
      overridden:
        override?.method !== undefined ||
        override?.path !== undefined ||
        override?.body !== undefined,
      /** Members that this store sends besides in the body. */
      added_members: Object.keys(override?.body ?? {}),
      enabled: override?.enabled !== false,
      /** Name of the option that switches it off. */
      option: `operations.${id}.enabled`,
      provenance: operation.provenance,
      assumed: operation.assumed ?? [],
      safety: operation.safety,
      preconditions: operation.preconditions ?? [],
      sources: operation.sources,
      route: {
        method: operation.safety === "read" ? "GET" : "POST",
        path: `/admin/e-invoice/operations/${id}`,
      },
    }
  })

/** Whether an operation can be used on a record, as a code: `yes`, or why not. */
type Possibility = "yes" | "switched_off" | "status" | "nothing_there"

/** What can be done with a record, by the operation's id. */
export type Can = Readonly<Partial<Record<OperationId, Possibility>>>

/**
 * What can be done with a record of the service, of all that changes records of its kind.
 *
 * @param area the operations' area, such as `orders`
 * @param status the record's, as the service spells it; null while none is known
 */
export const possibilitiesOf = (
  area: ReturnType<typeof operationOf>["area"],
  status: string | null,
  overrides: OperationOverrides
): Can =>
  Object.fromEntries(
    operationIds
      .filter((id) => {
        const operation = operationOf(id)
        return operation.area === area && operation.safety !== "read" && !operation.creates
      })
      .map((id): [OperationId, Possibility] => [id, possibility(id, status, overrides)])
  )

const possibility = (
  id: OperationId,
  status: string | null,
  overrides: OperationOverrides
): Possibility => {
  if (overrides[id]?.enabled === false) {
    return "switched_off"
  }
  return status && refusalByStatus(operationOf(id), status) !== undefined ? "status" : "yes"
}
