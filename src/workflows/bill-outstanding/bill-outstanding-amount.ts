import { setTimeout } from "node:timers/promises"

import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { notAllowed } from "../../domain/failure"
import type { OrderRow } from "../../modules/e-invoice/orders/order-row"
import type { Lease } from "../../modules/e-invoice/leases"
import { messageOf } from "../../modules/e-invoice/message-of"
import { eInvoiceModule } from "../e-invoice-module"
import { medusaPaymentOf } from "../medusa-payment"
import { reviewFlagsOfOrder } from "../review-flags"
import {
  closeBill,
  openBill,
  type OpenBillInput,
  type OpenedBill,
  replacePlaceholders,
} from "./open-bill"

/** Which order is billed, how, and under which idempotency key. */
export type BillOutstandingAmountInput = OpenBillInput

/** Id of `billOutstandingAmountWorkflow`. */
export const billOutstandingAmountWorkflowId = "bill-outstanding-amount-of-order"

const billOrderStepId = "bill-medusa-order"

/**
 * Bills what is outstanding of a Medusa order. One step, because whoever looks at what is outstanding must be the only one
 * until the bill is made, and a workflow holds no lease across its steps. There is no way back
 * from a bill that was sent: it can be cancelled like any other.
 */
const billOrderStep = createStep(
  { name: billOrderStepId, maxRetries: 0 },
  async (input: OpenBillInput, { container }) =>
    new StepResponse<BillOutcome>(
      await oneBillAtATime(container, input.order_id, async (lease) => {
        const opened = await openBill(container, input)
        await lease.check()
        return sendBill(container, input.order_id, opened)
      })
    )
)

/**
 * Bills what is outstanding of a Medusa order, by e-invoice, invoice, EHF invoice or payment link. The amount and the
 * lines are the server's own. The bill is a payment of the order like that of a checkout: captured when the service
 * reports it paid, cancelled and refunded through Medusa. See docs/decisions/bills-are-payments.md.
 *
 * Of several at once, one bills; the same key never bills twice.
 *
 * @example
 * const { result } = await billOutstandingAmountWorkflow(container).run({
 *   input: {
 *     order_id: "order_01J...",
 *     shopper_data_id: await eInvoice.shopperData.store({
 *       bill: { by: "payment-link", actor: "admin:user_01J...", sendBy: { sms: false, email: true } },
 *     }),
 *     idempotency_key: "outstanding-after-edit-7",
 *   },
 * })
 */
export const billOutstandingAmountWorkflow = createWorkflow(
  billOutstandingAmountWorkflowId,
  (input: WorkflowData<BillOutstandingAmountInput>): WorkflowResponse<BillOutcome> =>
    new WorkflowResponse(billOrderStep(input))
)

/**
 * - `billed`: the service has the bill, and a payment in Medusa stands for it
 * - `in_doubt`: nobody knows yet; the sweep looks for it, and a person may settle it
 * - `refused`: certainly not billed; `why` says so, and the journal's row more
 */
export type BillOutcome =
  | { outcome: "billed" | "in_doubt"; e_invoice_order_id: string }
  | {
      outcome: "refused"
      e_invoice_order_id: string | null
      why: string
    }

/**
 * Authorises the session of a bill, which makes the order at the service: at most one, whatever was tried before. What
 * certainly came to nothing leaves nothing behind in Medusa; what is in doubt keeps its session, so that it can be
 * claimed when it is found.
 */
async function sendBill(
  container: MedusaContainer,
  orderId: string,
  opened: OpenedBill
): Promise<BillOutcome> {
  const { events, orders } = eInvoiceModule(container)
  const { creations, statuses } = orders
  const declined = await authorise(container, opened)
  const row = await creations.ofSession(opened.session_id)
  if (row?.state === "succeeded" && declined === undefined) {
    const medusa = await medusaPaymentOf(container, {
      id: row.id,
      paymentSessionId: opened.session_id,
      paymentId: row.payment_id,
      orderId,
    })
    await replacePlaceholders(container, opened.collection_id)
    await statuses.link(row.id, { orderId, paymentId: medusa?.payment?.id })
    await reviewFlagsOfOrder(container, orderId)
    await events.emit("e_invoice.order_created", {
      id: row.id,
      order_id: orderId,
      order_uuid: row.remote_order_uuid,
    })
    return { outcome: "billed", e_invoice_order_id: row.id }
  }
  if (row && mayExist(row)) {
    return { outcome: "in_doubt", e_invoice_order_id: row.id }
  }
  await closeBill(container, opened)
  return {
    outcome: "refused",
    e_invoice_order_id: row?.id ?? null,
    why: declined ?? "The payment was not authorised.",
  }
}

/** @returns why it was not authorised, if it was not */
async function authorise(
  container: MedusaContainer,
  opened: OpenedBill
): Promise<string | undefined> {
  try {
    await container.resolve(Modules.PAYMENT).authorizePaymentSession(opened.session_id, {})
    return undefined
  } catch (error) {
    if (MedusaError.isMedusaError(error)) {
      return messageOf(error)
    }
    const { creations } = eInvoiceModule(container).orders
    const row = await creations.ofSession(opened.session_id)
    if (!row || !mayExist(row)) {
      await closeBill(container, opened)
    }
    throw error
  }
}

const mayExist = ({ state }: OrderRow): boolean =>
  state === "sending" || state === "in_doubt" || state === "succeeded"

/** Milliseconds to wait for another bill of the same order. */
const PATIENCE = 20_000

/** Milliseconds after which it is asked again whether the other bill is made. */
const PAUSE = 200

/**
 * Reads what is outstanding of a Medusa order and bills it, while nobody else does so, in this process or any other on the
 * same database, whatever locking module the store has. See docs/decisions/bills-are-payments.md.
 *
 * @param bill checks the lease before whatever bills the order
 * @throws MedusaError not_allowed when another bill of the order stays under way
 */
export async function oneBillAtATime<Result>(
  container: MedusaContainer,
  orderId: string,
  bill: (lease: Lease) => Promise<Result>
): Promise<Result> {
  const { leases } = eInvoiceModule(container)
  for (let waited = 0; waited <= PATIENCE; waited += PAUSE) {
    const billed = await leases.hold(`bill:${orderId}`, async (lease) => ({
      result: await bill(lease),
    }))
    if (billed) {
      return billed.result
    }
    await setTimeout(PAUSE)
  }
  throw notAllowed(
    "Nothing was billed: another bill of this order is under way. See what comes of it before you bill the order again."
  )
}
