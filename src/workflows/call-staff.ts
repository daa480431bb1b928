import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { Attention } from "../modules/e-invoice/orders/flags"
import type { TimelineRecord } from "../modules/e-invoice/timeline"
import { eInvoiceModule } from "./e-invoice-module"

type Call = Omit<TimelineRecord, "eInvoiceOrderId" | "outcome"> & {
  /** `failed` where none of the plugin's own acts mends it. */
  readonly outcome?: "failed" | "note"
  /** For the log: what happened, and what to do. Left out where the timeline is enough. */
  readonly message?: string
}

/** Calls staff to an e-invoice order by a flag; timeline and log say why, once. */
export async function callStaff(
  container: MedusaContainer,
  eInvoiceOrderId: string,
  flag: Attention,
  { outcome = "failed", message, ...entry }: Call
): Promise<void> {
  const { orders, timeline } = eInvoiceModule(container)
  await orders.statuses.flag(eInvoiceOrderId, flag)
  const isNews = await timeline.recordOnce({ eInvoiceOrderId, outcome, ...entry })
  if (isNews && message !== undefined) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger[outcome === "failed" ? "error" : "warn"](message)
  }
}
