import type { OperationId } from "../../../connect"
import { invalidPayload, type Answer } from "../../answers"
import { magicOutcome, type MagicOutcome } from "../../magic-inputs"
import { addOrder, type OrderDraft } from "../../state/creation"
import type { Order, OrderKind } from "../../state/order"
import { moveOrder } from "../../state/order-transitions"
import { totalsOff, totalsOfRequest } from "../../state/totals"
import type { World } from "../../state/world"
import type { Call } from "../handler"

/** What the service says of a customer it will not send an invoice to. Assumed: the sentence of Laravel's `exists` rule. */
export const DECLINED = "The selected customer details.personal number is invalid."

const invoiceKinds: readonly OrderKind[] = [
  "e-invoice",
  "ehf-invoice",
  "invoice",
  "invoice-session",
]

/**
 * Adds an order, unless a magic input or `strictTotals` refuses it, and lets happen to it what the customer's data, the
 * kind of order or `afterCreation` ask for.
 */
export function createOrder(
  { world, afterAnswer }: Pick<Call<OperationId>, "world" | "afterAnswer">,
  draft: OrderDraft,
  answer: (order: Order) => Answer
): Answer {
  const asked = magicOutcome(draft.customer?.email ?? "", draft.customer?.personalNumber ?? null)
  const isInvoice = invoiceKinds.includes(draft.kind)
  if (asked?.kind === "denied" && isInvoice) {
    return invalidPayload([DECLINED])
  }
  const off = world.settings.strictTotals
    ? totalsOff(totalsOfRequest(draft.products, draft.summary))
    : []
  if (off.length > 0) {
    return invalidPayload(off)
  }
  const order = addOrder(world, draft)
  follow(asked ?? usualOutcome(world, draft), world, order, afterAnswer)
  return answer(order)
}

function usualOutcome({ settings }: World, draft: OrderDraft): MagicOutcome {
  // The documentation has a private customer's invoice session INVOICED at once; a corporate one waits for BankID.
  if (draft.kind === "invoice-session") {
    return draft.customer?.type === "private"
      ? { kind: "move", action: "invoice", afterMinutes: 0 }
      : { kind: "stay" }
  }
  return !invoiceKinds.includes(draft.kind) || settings.afterCreation === "wait"
    ? { kind: "stay" }
    : { kind: "move", action: settings.afterCreation, afterMinutes: 0 }
}

function follow(
  outcome: MagicOutcome,
  world: World,
  order: Order,
  afterAnswer: (effect: () => void) => void
): void {
  if (outcome.kind !== "move") {
    return
  }
  if (outcome.afterMinutes > 0) {
    const at = order.createdAt + outcome.afterMinutes * 60
    order.planned = { at, action: outcome.action }
    return
  }
  afterAnswer(() => {
    moveOrder(world, order, outcome.action)
  })
}
