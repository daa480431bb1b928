import type { MedusaContainer } from "@medusajs/framework/types"

import { sweepEInvoiceOrders } from "../workflows/sweep/sweep-e-invoice-orders"
import { armTimer } from "../workflows/background-work"

export default async function sweepEInvoiceOrdersJob(container: MedusaContainer): Promise<void> {
  await sweepEInvoiceOrders(container)
}

export const config = {
  name: "sweep-e-invoice-orders",
  schedule: "* * * * *",
}

armTimer("sweep", sweepEInvoiceOrdersJob)
