import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import type { MedusaRefunds } from "../../domain/refunds/medusa-refunds"
import type { ProviderDependencies } from "./dependencies"

const records = z.array(z.object({ id: z.string() }))

/** Medusa's own refunds, as the payment provider reaches them. */
export const medusaRefundsOf = ({
  query,
  refundService,
}: Pick<ProviderDependencies, "query" | "refundService">): MedusaRefunds => ({
  async known(ids) {
    const { data } = await query.graph({
      entity: "refund",
      fields: ["id"],
      filters: { id: [...ids] },
    })
    return new Set(records.parse(data).map(({ id }) => id))
  },
  async remove(id) {
    if (!refundService) {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `Medusa's refund ${id} was left by a process that was killed and cannot be taken back: the payment module keeps no refunds.`
      )
    }
    await refundService.delete([id])
  },
})
