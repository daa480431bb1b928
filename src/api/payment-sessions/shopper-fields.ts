import type { ShopperData } from "../../modules/e-invoice/personal-data/shopper-data"
import {
  type FieldProblem,
  fieldProblemsOf,
  type ShopperFieldSettings,
  shopperFieldsSchema,
} from "../../mapping"

export type ReadShopperFields = { accepted: ShopperData } | { refused: readonly FieldProblem[] }

/**
 * Reads what a shopper sent in `data` of a payment session. Every wrong field is named, unknown ones too; no value is
 * repeated.
 */
export function readShopperFields(
  data: unknown,
  settings: ShopperFieldSettings
): ReadShopperFields {
  const result = shopperFieldsSchema(settings).safeParse(data ?? {})
  if (!result.success) {
    return { refused: fieldProblemsOf(result.error) }
  }
  const { personal_number, phone, language, reference } = result.data
  return {
    accepted: {
      personalNumber: personal_number,
      ...(phone && { phone }),
      ...(language && { language }),
      ...(reference && { reference }),
    },
  }
}
