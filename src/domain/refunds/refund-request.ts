import type { Logger } from "@medusajs/framework/types"

import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import type { MedusaRefunds } from "./medusa-refunds"

type FromModule = Pick<
  EInvoiceModuleService,
  | "clock"
  | "connect"
  | "journal"
  | "statuses"
  | "refunds"
  | "timeline"
  | "inbox"
  | "events"
  | "options"
>

type FromMedusa = {
  readonly medusaRefunds: MedusaRefunds
  readonly logger: Pick<Logger, "error">
}

/** What sending and settling refunds works with. */
export type RefundDependencies = FromModule & FromMedusa

/** Puts together what the plugin's module has and what is reached otherwise by provider and workflows. */
export const refundDependencies = (
  { clock, connect, journal, statuses, refunds, timeline, inbox, events, options }: FromModule,
  { medusaRefunds, logger }: FromMedusa
): RefundDependencies => ({
  clock,
  connect,
  journal,
  statuses,
  refunds,
  timeline,
  inbox,
  events,
  options,
  medusaRefunds,
  logger,
})

export type RefundRequest = {
  /** Id of Medusa's refund: the key under which it is sent at most once. */
  readonly refundId: string
  readonly amountOre: bigint
  readonly actor: TimelineActor
  /** The refund here that Medusa's is made for, where lines or an amount were chosen in the Refunds section. */
  readonly rowId?: string | undefined
}
