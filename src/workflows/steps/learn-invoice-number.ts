import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { ConnectError } from "../../connect"
import { eInvoiceModule } from "../e-invoice-module"

/** Whose invoice it is. */
export type LearnInvoiceNumberInput = { e_invoice_order_id: string }

/** Id of `learnInvoiceNumberStep`. */
export const learnInvoiceNumberStepId = "learn-e-invoice-number"

/** Asks for the invoice's number once there is an invoice. A number that cannot be had keeps nothing waiting. */
export const learnInvoiceNumberStep = createStep(
  learnInvoiceNumberStepId,
  async (
    { e_invoice_order_id: id }: LearnInvoiceNumberInput,
    { container }
  ): Promise<StepResponse<string | null>> => {
    const { connect, statuses } = eInvoiceModule(container)
    const order = await statuses.find(id)
    if (!order?.orderUuid || order.invoiceNumber !== null) {
      return new StepResponse(order?.invoiceNumber ?? null)
    }
    try {
      const { data } = await connect.call("orders.invoice-number", {
        params: { order_uuid: order.orderUuid },
      })
      await statuses.keepInvoiceNumber(id, data.invoiceNumber)
      return new StepResponse(data.invoiceNumber)
    } catch (error) {
      if (!(error instanceof ConnectError)) {
        throw error
      }
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .debug(
          `e-invoice: no invoice number of e-invoice order ${id} yet: ${error.message}`
        )
      return new StepResponse(null)
    }
  }
)
