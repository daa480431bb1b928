import type { BigNumberInput } from "@medusajs/framework/types"

import type { RequestOf } from "../connect"
import {
  anchoredLines,
  type Charge,
  chargeOfDifference,
  chargeOfOrder,
  creditedBeyond,
  voucherBeyond,
} from "./charged-lines"
import { customerContact, type CustomerContact, type Shopper } from "./customer"
import { decimalText, EXACT_DECIMALS, formatOre, toExact, toOre } from "./decimal"
import {
  MappingError,
  type MappingNote,
  type MappingSettings,
  type PreferredLanguage,
} from "./settings-and-errors"
import type { MappableOrder } from "./order-entry"
import {
  type OrderTotals,
  orderTotals,
  productLines,
  type VatGroup,
  vatGroups,
} from "./product-lines"
import { billedOfNoItem, changedLines, linesNow } from "./changed-lines"
import { type BilledLine, billedLines, type SentLine } from "./sent-lines"
import { chargeOfParcel, type Parcel } from "./parcel-lines"
import { readOrder, type ReadOrder, WHOLE } from "./read-order"

/** The rates that every account takes (specification, Limits 6), in exact units. */
const USUAL_VAT_RATES = [0n, 12n, 15n, 25n].map((rate) => (rate * WHOLE) / 100n)

/** What every creation of the interface is made of. */
export type OrderRequestInput = {
  /** The order or cart, with the fields of `orderFields` or `cartFields`. */
  order: MappableOrder
  /** What is charged: major units, unrounded. */
  amount: BigNumberInput
  /** ISO 4217 code of the amount's currency, in either case. */
  currencyCode: string
  /** What overrides what the order says of its customer. */
  shopper?: Omit<Shopper, "personalNumber"> | undefined
  settings: MappingSettings
  /** The order's display number, where the order's own is not the one to use. */
  displayId?: string | number | undefined
  /** What is paid: an order or a cart as a whole, the difference an order edit made, or a parcel of an order. */
  kind: "order" | "cart" | "difference" | "parcel"
  /** Of a parcel: its lines. */
  parcel?: Parcel | undefined
  /** Of a difference: the lines that bill the order already, if any, by which what was added is found. */
  billed?: readonly SentLine[] | undefined
}

type EInvoiceBody = RequestOf<"orders.create-e-invoice">["body"]

/** What every creation of the interface takes of an order. */
export type OrderRequest = Pick<EInvoiceBody, "products" | "orderSummary"> & {
  customer: CustomerContact
  referenceNo: string | null
  /** What each product line was made of. */
  lines: BilledLine[]
  totals: OrderTotals
  notes: MappingNote[]
}

/**
 * Maps an order or cart of Medusa to lines that add up to the charged amount to the øre, and to its customer, without a
 * personal number. See docs/money.md for the rules.
 *
 * @throws MappingError naming the field that stands in the way
 */
export function buildOrderRequest(input: OrderRequestInput): OrderRequest {
  const { settings } = input
  checkCurrency(input.currencyCode, settings)
  const total = totalToInvoice(input.amount)
  const order = readOrder(input.order)
  const customer = customerContact(order, input.shopper ?? {}, settings)
  const language = customer.details.preferredLanguage ?? settings.preferredLanguage
  const charge = chargeOf(order, input, {
    adjustment: adjustmentName(language, displayNumber(order, input.displayId)),
    voucher: settings.giftCards === "multi-purpose" ? voucherOf[language] : undefined,
  })
  const lines = anchoredLines(charge, total)
  const groups = vatGroups(lines)
  const totals = orderTotals(groups, settings)
  return {
    products: productLines(lines, groups, settings.amounts),
    orderSummary: {
      subTotal: formatOre(totals.subTotalOre),
      totalTax: formatOre(totals.totalTaxOre),
      totalDiscount: formatOre(totals.totalDiscountOre),
      grandTotal: formatOre(totals.grandTotalOre),
    },
    customer: customer.details,
    referenceNo: ofPart(referenceNo(order, input.displayId, settings.reference), input.parcel),
    lines: billedLines(lines, input.kind),
    totals,
    notes: [...customer.notes, ...moneyNotes(charge, groups)],
  }
}

function checkCurrency(currencyCode: string, { currencies }: MappingSettings): void {
  if (!currencies.includes(currencyCode.toLowerCase())) {
    const offered = currencies.map((code) => code.toUpperCase()).join(", ")
    throw new MappingError("currency_code", `Payment by invoice is offered in ${offered} only.`)
  }
}

function totalToInvoice(amount: BigNumberInput): bigint {
  const total = readAmount(amount)
  if (total <= 0n) {
    throw new MappingError("amount", "There is nothing to invoice.")
  }
  return total
}

function readAmount(amount: BigNumberInput): bigint {
  try {
    return toOre(amount)
  } catch {
    throw new MappingError("amount", "The amount to invoice must be a number.")
  }
}

function chargeOf(
  order: ReadOrder,
  { kind, amount, billed, order: medusaOrder, parcel }: OrderRequestInput,
  names: { adjustment: string; voucher: string | undefined }
): Charge {
  if (kind === "parcel") {
    return chargeOfParcel(order, parcel?.lines ?? [], names.voucher)
  }
  const now = billed ? linesNow(medusaOrder) : []
  const since = billed && {
    changed: changedLines({ asSent: billed, now }),
    ofNoItem: billedOfNoItem(billed, now),
    creditedOre: creditedBeyond(order, billed, names.voucher),
    voucher: voucherBeyond(order, billed, names.voucher),
  }
  return kind === "difference"
    ? chargeOfDifference(order, toExact(amount), names.adjustment, since)
    : chargeOfOrder(order, names.adjustment, names.voucher)
}

function moneyNotes({ credit, voucher }: Charge, groups: readonly VatGroup[]): MappingNote[] {
  const notes: MappingNote[] = []
  if (credit > 0n) {
    notes.push({
      code: "credit-spread",
      message:
        "Gift cards, credit lines and negative lines were spread over the lines as discount.",
    })
  }
  if (voucher) {
    notes.push({
      code: "voucher-line",
      message: "Gift cards and credit lines are a line of their own, without VAT.",
    })
  }
  for (const { vatRate } of groups) {
    if (!USUAL_VAT_RATES.includes(vatRate)) {
      notes.push({
        code: "vat-rate",
        message: `The account at the service must be configured for a VAT rate of ${Number(
          decimalText(vatRate, EXACT_DECIMALS)
        )} %.`,
      })
    }
  }
  return notes
}

/** Longest customer reference that is sent; the specification states no limit. */
const LONGEST_CUSTOMER_REFERENCE = 100

const adjustmentOf: Record<PreferredLanguage, string> = {
  en: "Adjustment of the order",
  no: "Justering av ordren",
  sv: "Justering av ordern",
  da: "Justering af ordren",
  de: "Anpassung der Bestellung",
}

/** What the line of a multi-purpose voucher is called. */
const voucherOf: Record<PreferredLanguage, string> = {
  en: "Gift card",
  no: "Gavekort",
  sv: "Presentkort",
  da: "Gavekort",
  de: "Gutschein",
}

/** The number by which people know the order; a cart has none. */
function displayNumber(
  order: ReadOrder,
  displayId: string | number | undefined
): string | undefined {
  const number = displayId ?? order.displayId
  return number == null ? undefined : String(number)
}

/** The free reference number of the order (specification, referenceNo). */
function referenceNo(
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

/** Parcels of the same contents are told apart by their number: that of the second is `112-2`. */
const ofPart = (reference: string | null, parcel: Parcel | undefined): string | null =>
  reference !== null && parcel && parcel.part > 1 ? `${reference}-${parcel.part}` : reference

/** The shopper's own reference (specification, customerReference). */
export function customerReference(reference: string | undefined): string | null {
  const text = reference?.replace(/\s+/g, " ").trim() ?? ""
  return [...text].slice(0, LONGEST_CUSTOMER_REFERENCE).join("") || null
}

/** What an adjustment line is called, in the language of the invoice. */
function adjustmentName(language: PreferredLanguage, number: string | undefined): string {
  return [adjustmentOf[language], number].filter(Boolean).join(" ")
}
