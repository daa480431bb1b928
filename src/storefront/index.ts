export {
  CHECKOUT_SETTINGS_PATH,
  type CheckoutSettings,
  parseCheckoutSettings,
} from "./checkout-settings"
export { readRefusal, type Refusal } from "./refusal"
export {
  eInvoiceSessionData,
  type SessionData,
  type SessionDataResult,
  type ShopperFields,
} from "./session-data"
export type { FieldProblem } from "../mapping/shopper-rules"
