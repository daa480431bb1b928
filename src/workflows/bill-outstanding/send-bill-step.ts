import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
  PaymentCollectionStatus,
} from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import type { JournalRow } from "../../modules/e-invoice/creation/journal-row"
import { messageOf } from "../../modules/e-invoice/message-of"
import { eInvoiceModule } from "../e-invoice-module"
import { medusaPaymentOf } from "../medusa-payment"
import { closeBill, type OpenedBill } from "./open-bill-step"

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

export type SendBillInput = OpenedBill & { order_id: string }

export const sendBillStepId = "send-e-invoice-bill"

/**
 * Authorises the session of a bill, which makes the order at the service: at most one, whatever was tried before. What
 * certainly came to nothing leaves nothing behind in Medusa; what is in doubt keeps its session, so that it can be
 * claimed when it is found.
 */
export const sendBillStep = createStep(
  { name: sendBillStepId, maxRetries: 0 },
  async (
    { order_id, ...opened }: SendBillInput,
    { container }
  ): Promise<StepResponse<BillOutcome>> => {
    const { journal, statuses, events } = eInvoiceModule(container)
    const declined = await authorise(container, opened.session_id)
    const row = await journal.ofSession(opened.session_id)
    if (row?.state === "created" && declined === undefined) {
      const medusa = await medusaPaymentOf(container, opened.session_id)
      await statuses.link(row.id, {
        orderId: order_id,
        paymentId: medusa?.payment?.id,
      })
      await replacePlaceholders(container, opened)
      await events.emit("e_invoice.order_created", {
        id: row.id,
        order_id,
        order_uuid: row.remote_order_uuid,
      })
      return new StepResponse<BillOutcome>({
        outcome: "billed",
        e_invoice_order_id: row.id,
      })
    }
    if (row && mayExist(row)) {
      return new StepResponse<BillOutcome>({
        outcome: "in_doubt",
        e_invoice_order_id: row.id,
      })
    }
    await closeBill(container, opened)
    return new StepResponse<BillOutcome>({
      outcome: "refused",
      e_invoice_order_id: row?.id ?? null,
      why: declined ?? "The payment was not authorised.",
    })
  }
)

/** @returns why it was not authorised, if it was not */
async function authorise(
  container: MedusaContainer,
  sessionId: string
): Promise<string | undefined> {
  try {
    await container
      .resolve(Modules.PAYMENT)
      .authorizePaymentSession(sessionId, {})
    return undefined
  } catch (error) {
    if (!MedusaError.isMedusaError(error)) {
      throw error
    }
    return messageOf(error)
  }
}

const mayExist = ({ state }: JournalRow): boolean =>
  state === "sending" || state === "in_doubt" || state === "created"

/**
 * Medusa's own provider only notes that somebody will collect the money; now somebody does. Nothing moves, and what
 * cannot be tidied here stays for the merchant to see.
 */
async function replacePlaceholders(
  container: MedusaContainer,
  { placeholders }: OpenedBill
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  for (const { paymentId, collectionId } of placeholders) {
    try {
      await payments.cancelPayment(paymentId)
      await payments.updatePaymentCollections(collectionId, {
        status: PaymentCollectionStatus.CANCELED,
      })
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `e-invoice: payment ${paymentId} was replaced by a bill and could not be cancelled: ${messageOf(error)}`
        )
    }
  }
}
