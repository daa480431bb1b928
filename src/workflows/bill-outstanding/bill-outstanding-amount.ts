import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN, MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"

import type { RefusalCode } from "../../domain/failure"
import { billOperation, buildBill } from "../../mapping"
import { mayHaveTakenEffect } from "../../modules/e-invoice/intent"
import { messageOf } from "../../modules/e-invoice/message-of"
import type { Lease } from "../../modules/e-invoice/leases"
import type { ShopperData } from "../../modules/e-invoice/personal-data/shopper-data"
import { recountPayments } from "../recount-payments"
import { eInvoiceModule } from "../e-invoice-module"
import { followChangedOrder, followNotedChanges } from "../follow-changed-order"
import { medusaPaymentOf } from "../medusa-payment"
import { rejectingMappingErrors } from "../operations/order-request"
import { reviewFlagsOfOrder } from "../review-flags"
import {
  closeBill,
  oneBillAtATime,
  openBill,
  type OpenBillInput,
  type OpenedBill,
  replacePlaceholders,
} from "./bill-session"
import type { Outstanding } from "./outstanding-of-order"

/**
 * Which order is billed, how, and under which idempotency key. The key counts within its order, on purpose: a batch may bill two
 * orders under one key, and each is billed once.
 */
export type BillOutstandingAmountInput = OpenBillInput

/** Id of `billOutstandingAmountWorkflow`. */
export const billOutstandingAmountWorkflowId = "bill-outstanding-amount-of-order"

const billOrderStepId = "bill-medusa-order"

/**
 * Reads and bills the outstanding amount in one step: only one process may do so until the bill is made, and a workflow
 * holds no lease across its steps. No compensation: a bill that was sent is cancelled like any other.
 */
const billOrderStep = createStep(
  { name: billOrderStepId, maxRetries: 0 },
  async (input: OpenBillInput, { container }) => {
    const { order_id: orderId } = input
    const bill = async (lease: Lease) => {
      await recountPayments(container, orderId)
      const opened = await openBill(container, input)
      await lease.check()
      return sendBill(container, orderId, opened)
    }
    // An invoice whose credit was rejected may be paid by now, or take it; of a change that was not heard of, it may still bill what went.
    await followChangedOrder(container, orderId)
    const outcome =
      // The bill that this one waited for may have noted that its order changed meanwhile.
      (await oneBillAtATime(container, orderId, async (lease) =>
        (await isChangeNoted(container, orderId)) ? undefined : bill(lease)
      )) ?? (await billAfterChanges(container, orderId, bill))
    await followNotedChanges(container, orderId)
    return new StepResponse<BillOutcome>(outcome)
  }
)

/** Where an invoice cannot follow now, as while the service is away, the bill is made all the same. */
async function billAfterChanges(
  container: MedusaContainer,
  orderId: string,
  bill: (lease: Lease) => Promise<BillOutcome>
): Promise<BillOutcome> {
  await followNotedChanges(container, orderId)
  return oneBillAtATime(container, orderId, bill)
}

const isChangeNoted = async (container: MedusaContainer, orderId: string): Promise<boolean> =>
  (await eInvoiceModule(container).orders.statuses.ofOrder(orderId)).some(
    ({ orderChangedAt }) => orderChangedAt !== null
  )

/**
 * Bills what is outstanding of a Medusa order, by e-invoice, invoice, EHF invoice or payment link. The amount and the
 * lines are the server's own. The bill is a payment of the order like that of a checkout: captured when the service
 * reports it paid, cancelled and refunded through Medusa. See docs/decisions/bills-are-payments.md.
 *
 * Of several at once, one bills; the same key never bills an order twice.
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
 * - `in_doubt`: the sweep looks it up, and staff may settle it
 * - `refused`: certainly not billed; `why` gives the reason, and the journal's row the details. `code` is
 *   `order_changed_meanwhile` where a change of the order was confirmed at the same moment: bill it again
 */
export type BillOutcome =
  | { outcome: "billed" | "in_doubt"; e_invoice_order_id: string }
  | {
      outcome: "refused"
      e_invoice_order_id: string | null
      why: string
      code?: Extract<RefusalCode, "order_changed_meanwhile">
    }

/**
 * Authorises the session of a bill, which creates the order at the service: at most one. A bill that was certainly not
 * created leaves nothing behind in Medusa; one in doubt keeps its session, so that it can be claimed when it is found.
 *
 * Where the order changed while the service made the bill, that is noted: follow it once the lease is free.
 */
export async function sendBill(
  container: MedusaContainer,
  orderId: string,
  opened: OpenedBill
): Promise<BillOutcome> {
  const { events, orders } = eInvoiceModule(container)
  const { creations, statuses } = orders
  const { declined, invoiceId } = await authorise(container, opened)
  const row = await creations.ofSession(opened.session_id)
  if (!row && invoiceId !== undefined) {
    // Billed before: its order changed since, and its invoice follows another payment session.
    return { outcome: "billed", e_invoice_order_id: invoiceId }
  }
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
  if (row && mayHaveTakenEffect(row)) {
    return { outcome: "in_doubt", e_invoice_order_id: row.id }
  }
  await closeBill(container, opened)
  return {
    outcome: "refused",
    e_invoice_order_id: row?.id ?? null,
    why: declined?.message ?? "The payment was not authorised.",
    ...(declined?.code === CHANGED && { code: CHANGED }),
  }
}

const CHANGED = "order_changed_meanwhile" satisfies RefusalCode

/** Why a bill was not authorised, or the e-invoice order that its payment was made for. */
type Authorised = {
  declined?: { message: string; code: string | undefined }
  invoiceId?: string | undefined
}

const madeFor = z.object({ e_invoice_order_id: z.string() })

async function authorise(container: MedusaContainer, opened: OpenedBill): Promise<Authorised> {
  try {
    const payment = await container
      .resolve(Modules.PAYMENT)
      .authorizePaymentSession(opened.session_id, {})
    return { invoiceId: madeFor.safeParse(payment?.data).data?.e_invoice_order_id }
  } catch (error) {
    if (MedusaError.isMedusaError(error)) {
      return { declined: { message: messageOf(error), code: error.code } }
    }
    const { creations } = eInvoiceModule(container).orders
    const row = await creations.ofSession(opened.session_id)
    if (!row || !mayHaveTakenEffect(row)) {
      await closeBill(container, opened)
    }
    throw error
  }
}

/** The customer and the method of a bill, without an amount. */
export type BillRequest = ShopperData & {
  readonly bill: NonNullable<ShopperData["bill"]>
}

/**
 * Checks that the outstanding amount can be billed as requested, before a session is opened. The provider maps it again when
 * it sends.
 *
 * @throws RefusedError naming every field to correct
 */
export function checkBill(
  container: MedusaContainer,
  { order, billable, currencyCode }: Outstanding,
  { bill, ...shopper }: BillRequest
): void {
  const { clock, options } = eInvoiceModule(container)
  rejectingMappingErrors(billOperation(bill.by), () =>
    buildBill({
      order,
      amount: billable,
      currencyCode,
      kind: isWhole(order, billable) ? "order" : "difference",
      terms: bill,
      shopper,
      settings: options,
      callbackUrl: options.callbackBaseUrl,
      orderDate: clock.now(),
    })
  )
}

const isWhole = (order: Outstanding["order"], amount: string): boolean => {
  const total = order["raw_total"] ?? order["total"]
  return (
    total !== null &&
    total !== undefined &&
    MathBN.lt(MathBN.abs(MathBN.sub(amount, total as Parameters<typeof MathBN.sub>[1])), 0.01)
  )
}
