import { z } from "@medusajs/framework/zod"

import type { MedusaRefunds } from "../../modules/e-invoice/refunds/medusa-refunds"
import type { ProviderDependencies } from "./dependencies"

const records = z.array(z.object({ id: z.string() }))

/** Medusa's own refunds, as the payment provider reaches them. */
export const medusaRefundsOf = ({
  query,
}: Pick<ProviderDependencies, "query">): MedusaRefunds => ({
  async known(ids) {
    const { data } = await query.graph({
      entity: "refund",
      fields: ["id"],
      filters: { id: [...ids] },
    })
    return new Set(records.parse(data).map(({ id }) => id))
  },
})
