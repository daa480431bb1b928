import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { ConnectError, OperationDisabledError } from "../../connect"
import { eInvoiceModule } from "../e-invoice-module"

/** Whose invoice it is. */
export type LearnInvoiceNumberInput = { e_invoice_order_id: string }

/**
 * - `known`: it is kept with the order
 * - `missing`: the service did not say; it is asked again after a growing gap
 * - `never`: the operation is switched off
 */
export type InvoiceNumberOutcome = "known" | "missing" | "never"

/** Id of `learnInvoiceNumberStep`. */
export const learnInvoiceNumberStepId = "learn-e-invoice-number"

/** Asks for the invoice's number while there is an invoice and none is known. Nothing else waits for it. */
export const learnInvoiceNumberStep = createStep(
  learnInvoiceNumberStepId,
  async (
    { e_invoice_order_id: id }: LearnInvoiceNumberInput,
    { container }
  ): Promise<StepResponse<InvoiceNumberOutcome>> => {
    const { connect, statuses } = eInvoiceModule(container)
    const order = await statuses.find(id)
    if (!order?.orderUuid || order.invoiceNumber !== null) {
      return new StepResponse("known")
    }
    try {
      const { data } = await connect.call("orders.invoice-number", {
        params: { order_uuid: order.orderUuid },
      })
      await statuses.keepInvoiceNumber(id, data.invoiceNumber)
      return new StepResponse("known")
    } catch (error) {
      if (!(error instanceof ConnectError)) {
        throw error
      }
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .debug(`e-invoice: no invoice number of e-invoice order ${id} yet: ${error.message}`)
      return new StepResponse(error instanceof OperationDisabledError ? "never" : "missing")
    }
  }
)
