import type { MedusaContainer } from "@medusajs/framework/types"

import { armTimer } from "../workflows/background-work"
import { eraseExpiredData } from "../workflows/personal-data"

export default async function eraseEInvoicePersonalDataJob(
  container: MedusaContainer
): Promise<void> {
  await eraseExpiredData(container)
}

export const config = {
  name: "erase-e-invoice-personal-data",
  schedule: "* * * * *",
}

armTimer("erasure", eraseEInvoicePersonalDataJob)
