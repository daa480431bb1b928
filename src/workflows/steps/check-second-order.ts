import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { ConnectError } from "../../connect"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import {
  isCancelled,
  isLastingStatus,
  type LastingStatus,
} from "../../modules/e-invoice/status/order-status-machine"
import { lookUpStatus } from "../../modules/e-invoice/status/status-lookup"
import { eInvoiceModule } from "../e-invoice-module"

/** An e-invoice order beside which the service has a second one. */
export type CheckSecondOrderInput = { e_invoice_order_id: string }

/** Id of `checkSecondOrderStep`. */
export const checkSecondOrderStepId = "check-second-e-invoice-order"

/**
 * Asks what has become of the orders that a callback named second, and takes the flag away once nobody is billed for any of
 * them. One that the service cannot be asked about is still there.
 */
export const checkSecondOrderStep = createStep(
  checkSecondOrderStepId,
  async (
    { e_invoice_order_id: id }: CheckSecondOrderInput,
    { container }
  ): Promise<StepResponse<"billed" | "gone">> => {
    const eInvoice = eInvoiceModule(container)
    let last: { uuid: string; status: LastingStatus } | undefined
    for (const uuid of await secondOrdersOf(eInvoice, id)) {
      const status = await statusOf(eInvoice, uuid)
      if (status === undefined || !isBilledNoMore(status)) {
        return new StepResponse("billed")
      }
      last = { uuid, status }
    }
    if (!last) {
      return new StepResponse("billed")
    }
    await eInvoice.statuses.unflag(id, "second_order")
    await eInvoice.timeline.recordOnce({
      eInvoiceOrderId: id,
      actor: "service",
      action: "second-order",
      outcome: "done",
      detail: { second_order_uuid: last.uuid, status: last.status },
    })
    return new StepResponse("gone")
  }
)

async function secondOrdersOf(
  { timeline }: EInvoiceModuleService,
  id: string
): Promise<ReadonlySet<string>> {
  const entries = await timeline.list(id)
  return new Set(
    entries
      .filter(({ action }) => action === "second-order")
      .map(({ detail }) => detail?.second_order_uuid)
      .filter((uuid) => typeof uuid === "string")
  )
}

async function statusOf(
  { connect }: EInvoiceModuleService,
  uuid: string
): Promise<LastingStatus | undefined> {
  try {
    const { status } = await lookUpStatus(connect, uuid)
    return isLastingStatus(status) ? status : undefined
  } catch (error) {
    if (error instanceof ConnectError) {
      return undefined
    }
    throw error
  }
}

const isBilledNoMore = (status: LastingStatus): boolean =>
  isCancelled(status) || status === "REFUNDED" || status === "CREDITED"
