import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { adoptOrder } from "../../modules/e-invoice/creation/adopt-order"
import type {
  JournalFailure,
  JournalRow,
} from "../../modules/e-invoice/creation/journal-row"
import { recogniseOrder } from "../../modules/e-invoice/creation/recognise-order"
import { notAllowed, refusal } from "../../modules/e-invoice/refusal"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { eInvoiceModule } from "../e-invoice-module"
import { noSuchOrder } from "../no-such-order"

/** What a person decided about which creation in doubt. */
export type SettleCreationInput = {
  e_invoice_order_id: string
  actor: TimelineActor
  /**
   * - `adopt`: the order named by `order_uuid` is the one
   * - `create-again`: it does not exist; the next attempt of the checkout may send it again
   * - `give-up`: nobody asks about it any longer
   */
  decision: "adopt" | "create-again" | "give-up"
  /** The order at the service that is adopted. */
  order_uuid?: string | undefined
}

/** Id of `settleCreationStep`. */
export const settleCreationStepId = "settle-e-invoice-creation"

/**
 * Carries out what a person decided about an order of which nobody knows whether it exists.
 *
 * @throws MedusaError not_found when there is no such e-invoice order
 * @throws MedusaError not_allowed when it is not in doubt, or the order named is not the one
 */
export const settleCreationStep = createStep(
  settleCreationStepId,
  async (input: SettleCreationInput, { container }) => {
    const eInvoice = eInvoiceModule(container)
    const row = await eInvoice.journal.find(input.e_invoice_order_id)
    if (!row) {
      throw noSuchOrder(input.e_invoice_order_id)
    }
    const settled =
      input.decision === "adopt"
        ? await adopt(eInvoice, row, input)
        : await close(eInvoice, row, input)
    if (!settled) {
      throw notAllowed(
        `Nothing was settled: the order is ${row.state}, and only one in doubt can be settled. Refresh it and look again.`
      )
    }
    return new StepResponse(settled.state)
  }
)

async function adopt(
  eInvoice: EInvoiceModuleService,
  row: JournalRow,
  { order_uuid: orderUuid, actor }: SettleCreationInput
): Promise<JournalRow | undefined> {
  if (!orderUuid) {
    throw notAllowed(
      "order_uuid: name the order at the service that is to be adopted."
    )
  }
  const linked = await eInvoice.journal.linkedOrders([orderUuid])
  if (linked.has(orderUuid) && row.remote_order_uuid !== orderUuid) {
    throw notAllowed(
      `order_uuid: ${orderUuid} belongs to another order of this store already.`
    )
  }
  try {
    const { data } = await eInvoice.connect.call("orders.details", {
      params: { order_uuid: orderUuid },
    })
    if (recogniseOrder(row, data, eInvoice.keys) === "other") {
      throw notAllowed(
        `order_uuid: ${orderUuid} is for something else: its reference, customer or amounts differ from what was sent.`
      )
    }
    return await adoptOrder(eInvoice, row, data, { actor })
  } catch (error) {
    throw refusal("The order was not adopted", error)
  }
}

async function close(
  { journal, timeline }: EInvoiceModuleService,
  row: JournalRow,
  { decision, actor }: SettleCreationInput
): Promise<JournalRow | undefined> {
  const failure: JournalFailure = {
    kind: "ambiguous",
    message: "The creation was sent and not answered.",
    ...row.failure,
    at: new Date().toISOString(),
  }
  const closed =
    decision === "give-up"
      ? await journal.abandoned(row.id, failure)
      : await journal.rejected(row.id, failure)
  if (closed) {
    await timeline.record({
      eInvoiceOrderId: row.id,
      actor,
      action: decision,
      outcome: "done",
    })
  }
  return closed
}
