export {
  type AccountedRefund,
  accountedGivenRefund,
  accountedRefund,
  amountsOfPieces,
  type LineShare,
} from "./accounted-refund"
export {
  type Bill,
  type BillInput,
  billOperation,
  type BillOperationId,
  type BillTerms,
  type BillWay,
  billWays,
  buildBill,
  buildEInvoiceOrder,
  type EInvoiceOrder,
  type EInvoiceOrderInput,
} from "./build-e-invoice-order"
export { buildOrderRequest, type OrderRequest, type OrderRequestInput } from "./build-order-request"
export { changedLines, linesNow, removedBeyondAdded, withoutWaiting } from "./changed-lines"
export {
  type AddedLine,
  type BilledLine,
  type ChangedLines,
  type LineNow,
  partOfLine,
  type RemovedLine,
  type SentLine,
  sentLines,
} from "./sent-lines"
export type { CustomerContact, Shopper } from "./customer"
export { apportion, formatOre, LEAST_AMOUNT, oreNumber, roundToSum, toOre } from "./decimal"
export type { MappableOrder } from "./order-entry"
export { MappingError, type MappingNote, type MappingNoteCode } from "./settings-and-errors"
export type {
  MappingSettings,
  PersonalNumberSettings,
  PreferredLanguage,
} from "./settings-and-errors"
export type { OrderTotals } from "./product-lines"
export {
  type Parcel,
  type ParcelInput,
  type ParcelLine,
  parcelLines,
  parcelTotal,
} from "./parcel-lines"
export { cartFields, orderFields, isListedTwice, LISTED_TWICE, ownLinesOf } from "./read-order"
export {
  fieldProblemsOf,
  parsePersonalNumber,
  parsePhone,
  type PersonalNumber,
  personalNumberSchema,
  type Phone,
  type ShopperFieldSettings,
  shopperFieldsSchema,
} from "./customer"
export { type FieldProblem, preferredLanguageOf } from "./shopper-rules"
export { type ReservationLine, reservationLine, reservationLines } from "./product-lines"
export { type RefundableLine, type RefundedProduct, spreadRefund } from "./spread-refund"
export {
  billingFrequencies,
  type BillingFrequency,
  periodsAfter,
  serviceMoment,
  subscriptionDates,
  type SubscriptionTerms,
} from "./dates"
