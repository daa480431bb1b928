import { createPromotionsWorkflow } from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { SeededStore } from "./seeded-store"

const codes: SeededStore["promotions"] = {
  tenPercent: "WELCOME10",
  fiftyOff: "MINUS50",
  freeShipping: "FREESHIP",
}

/** Creates the promotions; all take their discount from prices that carry VAT. */
export async function seedPromotions(
  container: MedusaContainer
): Promise<SeededStore["promotions"]> {
  const standard = {
    type: "standard" as const,
    status: "active" as const,
    is_tax_inclusive: true,
  }
  await createPromotionsWorkflow(container).run({
    input: {
      promotionsData: [
        {
          ...standard,
          code: codes.tenPercent,
          application_method: {
            type: "percentage",
            target_type: "items",
            allocation: "across",
            value: 10,
            currency_code: "nok",
          },
        },
        {
          ...standard,
          code: codes.fiftyOff,
          application_method: {
            type: "fixed",
            target_type: "items",
            allocation: "across",
            value: 50,
            currency_code: "nok",
          },
        },
        {
          ...standard,
          code: codes.freeShipping,
          application_method: {
            type: "percentage",
            target_type: "shipping_methods",
            allocation: "across",
            value: 100,
            currency_code: "nok",
          },
        },
      ],
    },
  })
  return codes
}
