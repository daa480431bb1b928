import { createRegionsWorkflow } from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { SeededStore } from "./seeded-store"

/** Payment providers offered in every region of the seeded store: invoice by this plugin, and Medusa's manual one. */
export const seededPaymentProviders = ["pp_e-invoice_private", "pp_system_default"] as const

/** Creates the regions, with automatic taxes. */
export async function seedRegions(container: MedusaContainer): Promise<SeededStore["regions"]> {
  const payment_providers = [...seededPaymentProviders]
  const { result } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "Norway",
          currency_code: "nok",
          countries: ["no"],
          is_tax_inclusive: true,
          automatic_taxes: true,
          payment_providers,
        },
        {
          name: "Norway business",
          currency_code: "nok",
          countries: ["sj"],
          is_tax_inclusive: false,
          automatic_taxes: true,
          payment_providers,
        },
        {
          name: "Germany",
          currency_code: "eur",
          countries: ["de"],
          is_tax_inclusive: true,
          automatic_taxes: true,
          payment_providers,
        },
      ],
    },
  })
  const idOf = (name: string) => {
    const region = result.find((candidate) => candidate.name === name)
    if (!region) {
      throw new Error(`Region "${name}" was not created`)
    }
    return region.id
  }
  return {
    norway: idOf("Norway"),
    norwayBusiness: idOf("Norway business"),
    euro: idOf("Germany"),
  }
}
