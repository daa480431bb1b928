import type EInvoiceModuleService from "../service"
import type { TimelineActor } from "../timeline"

/** What sending and settling refunds works with. */
export type RefundDependencies = Pick<
  EInvoiceModuleService,
  | "connect"
  | "statuses"
  | "refunds"
  | "timeline"
  | "inbox"
  | "events"
  | "options"
  | "refundWishes"
>

export type RefundRequest = {
  /** Id of Medusa's refund: the key under which it is sent at most once. */
  readonly refundId: string
  readonly amountOre: bigint
  readonly actor: TimelineActor
  /** The wish that Medusa's refund is made for, where lines or an amount were chosen in the Refunds section. */
  readonly wishId?: string | undefined
}
