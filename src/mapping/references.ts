import type { MappingSettings, PreferredLanguage } from "./mapping-settings"
import type { ReadOrder } from "./read-order"

/** Longest customer reference that is sent; the specification states no limit. */
const LONGEST_CUSTOMER_REFERENCE = 100

const adjustmentOf: Record<PreferredLanguage, string> = {
  en: "Adjustment of the order",
  no: "Justering av ordren",
  sv: "Justering av ordern",
  da: "Justering af ordren",
  de: "Anpassung der Bestellung",
}

/** The number by which people know the order; a cart has none. */
export function displayNumber(
  order: ReadOrder,
  displayId: string | number | undefined
): string | undefined {
  const number = displayId ?? order.displayId
  return number == null ? undefined : String(number)
}

/** The free reference number of the order (specification, referenceNo). */
export function referenceNo(
  order: ReadOrder,
  displayId: string | number | undefined,
  reference: MappingSettings["reference"]
): string | null {
  switch (reference) {
    case "display-id":
      return displayNumber(order, displayId) ?? null
    case "order-id":
      return order.id ?? null
    case "none":
      return null
  }
}

/** The shopper's own reference (specification, customerReference). */
export function customerReference(reference: string | undefined): string | null {
  const text = reference?.replace(/\s+/g, " ").trim() ?? ""
  return [...text].slice(0, LONGEST_CUSTOMER_REFERENCE).join("") || null
}

/** What an adjustment line is called, in the language of the invoice. */
export function adjustmentName(language: PreferredLanguage, number: string | undefined): string {
  return [adjustmentOf[language], number].filter(Boolean).join(" ")
}
