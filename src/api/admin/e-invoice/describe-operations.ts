import { operationIds, operationOf, type OperationOverrides } from "../../../connect"

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
      overridden: override?.method !== undefined || override?.path !== undefined,
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
