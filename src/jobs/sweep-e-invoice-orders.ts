import type { MedusaContainer } from "@medusajs/framework/types"

import { sweepEInvoiceOrders } from "../workflows/sweep"

export default async function sweepEInvoiceOrdersJob(
  container: MedusaContainer
): Promise<void> {
  await sweepEInvoiceOrders(container)
}

export const config = {
  name: "sweep-e-invoice-orders",
  schedule: "* * * * *",
}
