export {
  CHECKOUT_SETTINGS_PATH,
  type CheckoutSettings,
  parseCheckoutSettings,
} from "./checkout-settings"
export { type CodedProblem, readRefusal, type Refusal } from "./refusal"
export {
  eInvoiceSessionData,
  type SessionData,
  type SessionDataResult,
  type ShopperFields,
} from "./session-data"
export { textFor } from "./texts"
export type { CheckoutRefusalCode } from "../mapping/checkout-refusals"
export type { FieldProblem, FieldProblemCode } from "../mapping/shopper-rules"
