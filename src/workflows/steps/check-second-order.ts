import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { unlessSilent } from "../../domain/failure"
import type { OtherOrder } from "../../modules/e-invoice/orders/order-row"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import {
  isCancelled,
  isLastingStatus,
  type LastingStatus,
} from "../../modules/e-invoice/orders/order-status"
import { lookUpStatus } from "../../domain/status/reconcile-status"
import { eInvoiceModule } from "../e-invoice-module"

/** An e-invoice order beside which the service has a second one. */
export type CheckSecondOrderInput = { e_invoice_order_id: string }

/** Id of `checkSecondOrderStep`. */
export const checkSecondOrderStepId = "check-second-e-invoice-order"

/**
 * Refreshes the further orders of a payment at the service, and removes the flag once none is open. One that could not be
 * read stays open.
 */
export const checkSecondOrderStep = createStep(
  checkSecondOrderStepId,
  async (
    { e_invoice_order_id: id }: CheckSecondOrderInput,
    { container }
  ): Promise<StepResponse<"billed" | "gone">> => {
    const eInvoice = eInvoiceModule(container)
    const { others } = eInvoice.orders
    const open = (await others.of(id)).filter(({ state }) => state === "open")
    const elsewhere = await eInvoice.orders.creations.linkedOrders(
      open.map(({ orderUuid }) => orderUuid),
      { except: id }
    )
    for (const other of open) {
      if (!elsewhere.has(other.orderUuid)) {
        await check(container, id, other)
      } else if (other.foundBy !== "same-order") {
        await others.reported(id, other.orderUuid, { state: "foreign" })
      }
    }
    const isGone = await others.unflagWhenNoneIsOpen(id)
    return new StepResponse(isGone ? "gone" : "billed")
  }
)

async function check(
  container: MedusaContainer,
  id: string,
  { orderUuid, status: before }: OtherOrder
): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  const status = await statusOf(eInvoice, orderUuid)
  if (status === undefined || status === before) {
    return
  }
  const isEnded = isBilledNoMore(status)
  await eInvoice.orders.others.reported(id, orderUuid, {
    status,
    ...(isEnded && { state: "ended" }),
  })
  await eInvoice.timeline.recordOnce({
    eInvoiceOrderId: id,
    actor: "service",
    action: "second-order",
    outcome: isEnded ? "done" : "failed",
    detail: { second_order_uuid: orderUuid, status },
  })
  if (status === "PAID") {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(
        `e-invoice: the customer paid ${orderUuid}, which is a second order beside e-invoice order ${id}. Unless it is another purchase, refund all of it in the service's portal.`
      )
  }
}

async function statusOf(
  { connect }: EInvoiceModuleService,
  uuid: string
): Promise<LastingStatus | undefined> {
  const status = (await unlessSilent(() => lookUpStatus(connect, uuid)))?.status
  return isLastingStatus(status) ? status : undefined
}

const isBilledNoMore = (status: LastingStatus): boolean =>
  isCancelled(status) || status === "REFUNDED" || status === "CREDITED"
