export {
  type Bill,
  type BillInput,
  billOperation,
  type BillOperationId,
  type BillTerms,
  type BillWay,
  billWays,
  buildBill,
} from "./build-e-invoice-order"
export {
  buildEInvoiceOrder,
  type EInvoiceOrder,
  type EInvoiceOrderInput,
} from "./build-e-invoice-order"
export { buildOrderRequest, type OrderRequest, type OrderRequestInput } from "./build-order-request"
export type { CustomerContact, Shopper } from "./customer-details"
export { apportion, roundToSum } from "./decimal"
export type { MappableOrder } from "./order-entry"
export { MappingError } from "./mapping-error"
export type { MappingNote, MappingNoteCode } from "./mapping-error"
export type { MappingSettings, PersonalNumberSettings, PreferredLanguage } from "./mapping-settings"
export type { OrderTotals } from "./order-totals"
export { formatOre, oreNumber, toOre } from "./decimal"
export { ownLinesOf } from "./read-order"
export { parsePersonalNumber, type PersonalNumber, personalNumberSchema } from "./shopper-fields"
export { parsePhone, type Phone, phoneSchema } from "./shopper-fields"
export { preferredLanguageOf } from "./shopper-fields"
export { cartFields, orderFields } from "./read-order"
export { type ReservationLine, reservationLine, reservationLines } from "./product-line"
export { type RefundableLine, type RefundedProduct, spreadRefund } from "./spread-refund"
export {
  billingFrequencies,
  type BillingFrequency,
  periodsAfter,
  subscriptionDates,
  type SubscriptionTerms,
} from "./subscription-dates"
