import type { BadgeColor } from "./status-words"
import type { TextKey } from "./texts"

type OutcomeWords = { readonly text: TextKey; readonly color: BadgeColor }

const actions: Readonly<Record<string, TextKey>> = {
  create: "timeline.action.create",
  resolve: "timeline.action.resolve",
  "creation-in-doubt": "timeline.action.creationInDoubt",
  "create-again": "timeline.action.createAgain",
  "give-up": "timeline.action.giveUp",
  "find-medusa-order": "timeline.action.findMedusaOrder",
  "find-medusa-payment": "timeline.action.findMedusaPayment",
  "placed-unbilled": "timeline.action.placedUnbilled",
  "second-order": "timeline.action.secondOrder",
  "ordered-twice": "timeline.action.orderedTwice",
  callback: "timeline.action.callback",
  status: "timeline.action.status",
  "status-without-effect": "timeline.action.statusWithoutEffect",
  capture: "timeline.action.capture",
  "paid-after-cancel": "timeline.action.paidAfterCancel",
  "invoiced-after-cancel": "timeline.action.invoicedAfterCancel",
  "cancelled-after-capture": "timeline.action.cancelledAfterCapture",
  "release-payment": "timeline.action.release",
  cancel: "timeline.action.cancel",
  refund: "timeline.action.refund",
  "settle-refund": "timeline.action.settleRefund",
  "refund-at-service": "timeline.action.refundAtService",
  "refund-of-cancelled-order": "timeline.action.refundOfCancelledOrder",
  "erase-personal-data": "timeline.action.erasePersonalData",
  "orders.cancel": "timeline.action.cancel",
  "orders.resend-payment-link": "timeline.action.resendLink",
  "orders.update-payment-link": "timeline.action.updateLink",
  "orders.delayed-charge": "timeline.action.delayedCharge",
  "refunds.request-approval": "timeline.action.requestApproval",
}

const outcomes: Readonly<Record<string, OutcomeWords>> = {
  done: { text: "timeline.outcome.done", color: "green" },
  refused: { text: "timeline.outcome.refused", color: "red" },
  failed: { text: "timeline.outcome.failed", color: "red" },
  note: { text: "timeline.outcome.note", color: "grey" },
}

/** What was done, in words; undefined for an act that has none yet. */
export const actionText = (action: string): TextKey | undefined => actions[action]

/** How it ended, in words. */
export const outcomeWords = (outcome: string | null): OutcomeWords | undefined =>
  outcome === null ? undefined : outcomes[outcome]
