import type { Purchase } from "./purchase"

/** In how many rows of these days the reconciliation finds that service and Medusa disagree. */
export const differing = async ({ merchant }: Pick<Purchase, "merchant">): Promise<number> => {
  const day = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)
  const { body } = await merchant.http.get<{ reconciliation: { differing: number } }>(
    `/admin/e-invoice/reconciliation?from=${day(-24)}&to=${day(24)}`
  )
  return body.reconciliation.differing
}
