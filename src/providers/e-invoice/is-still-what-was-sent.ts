import { buildEInvoiceOrder, MappingError, toOre } from "../../mapping"
import type { JournalRow, SentRequest } from "../../modules/e-invoice/creation/journal-row"
import type { EInvoiceOptions } from "../../options"
import type { PaymentSession } from "./payment-session"
import type { Purchase } from "./purchase"

/** Product lines do not depend on who buys; the shopper's own data is erased once the order exists. */
const anyShopper = {
  personalNumber: "00000000000",
  phone: "+4740000000",
  email: "shopper@example.com",
}

/**
 * Whether what is to be paid now has the lines that were sent: Medusa keeps a session when the cart changes and its
 * total does not.
 */
export function isStillWhatWasSent(
  { sent_request }: Pick<JournalRow, "sent_request">,
  { session, purchase }: { session: PaymentSession; purchase: Purchase },
  options: EInvoiceOptions
): boolean {
  if (!sent_request) {
    return false
  }
  try {
    const { body } = buildEInvoiceOrder({
      ...purchase,
      amount: session.amount,
      currencyCode: session.currencyCode,
      shopper: anyShopper,
      settings: {
        ...options,
        personalNumber: { checkDigits: false, acceptSynthetic: true },
      },
      callbackUrl: options.callbackBaseUrl,
      orderDate: new Date(),
    })
    return contentOf(body.products) === contentOf(sent_request.products)
  } catch (error) {
    if (error instanceof MappingError) {
      return false
    }
    throw error
  }
}

/**
 * The lines without their order, which the database does not keep, and without their names: those of an adjustment
 * depend on the shopper's language and the attempt's number.
 */
const contentOf = (products: SentRequest["products"]): string =>
  products
    .map(({ productId, quantity, tax, amount }) =>
      [productId ?? "", Number(quantity), Number(tax), toOre(amount)].join(" ")
    )
    .sort()
    .join("\n")
