import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import type { MedusaRefunds } from "../domain/refunds/medusa-refunds"
import { type RefundDependencies, refundDependencies } from "../domain/refunds/refund-request"
import { eInvoiceModule } from "./e-invoice-module"

/** What sending and settling refunds works with, from the application's container. */
export const refundDependenciesOf = (container: MedusaContainer): RefundDependencies =>
  refundDependencies(eInvoiceModule(container), {
    medusaRefunds: medusaRefundsOf(container),
    logger: container.resolve(ContainerRegistrationKeys.LOGGER),
  })

/** Medusa's own refunds, as workflows reach them. */
export const medusaRefundsOf = (container: MedusaContainer): MedusaRefunds => ({
  async known(ids) {
    const refunds = await container
      .resolve(Modules.PAYMENT)
      .listRefunds({ id: [...ids] }, { select: ["id"], take: null })
    return new Set(refunds.map(({ id }) => id))
  },
  async remove(id) {
    await container.resolve(Modules.PAYMENT).deleteRefunds([id])
  },
})
