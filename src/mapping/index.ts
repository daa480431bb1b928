export {
  type Bill,
  type BillInput,
  billOperation,
  type BillOperationId,
  type BillTerms,
  type BillWay,
  billWays,
  buildBill,
} from "./build-bill"
export {
  buildEInvoiceOrder,
  type EInvoiceOrder,
  type EInvoiceOrderInput,
} from "./build-e-invoice-order"
export { buildOrderRequest, type OrderRequest, type OrderRequestInput } from "./build-order-request"
export type { CustomerContact, Shopper } from "./customer-details"
export { apportion, roundToSum } from "./largest-remainder"
export type { MappableOrder } from "./mappable-order"
export { MappingError } from "./mapping-error"
export type { MappingNote, MappingNoteCode } from "./mapping-note"
export type { MappingSettings, PersonalNumberSettings, PreferredLanguage } from "./mapping-settings"
export type { OrderTotals } from "./order-totals"
export { formatOre, oreNumber, toOre } from "./ore"
export { ownLinesOf } from "./own-lines"
export { parsePersonalNumber, type PersonalNumber, personalNumberSchema } from "./personal-number"
export { parsePhone, type Phone, phoneSchema } from "./phone"
export { preferredLanguageOf } from "./preferred-language"
export { cartFields, orderFields } from "./query-fields"
export { type ReservationLine, reservationLine, reservationLines } from "./reservation-line"
export { type RefundableLine, type RefundedProduct, spreadRefund } from "./spread-refund"
export {
  billingFrequencies,
  type BillingFrequency,
  periodsAfter,
  subscriptionDates,
  type SubscriptionTerms,
} from "./subscription-dates"
