import type { OperationId } from "../../connect"
import { orderHandlers } from "./orders"
import { checkoutHandlers } from "./checkout"
import { reservationHandlers } from "./reservations"
import { subscriptionCreationHandlers } from "./subscription-creation"
import { subscriptionHandlers } from "./subscriptions"
import { customerHandlers } from "./customers"
import { refundHandlers } from "./refunds"
import { checkHandlers } from "./checks"
import { accountHandlers } from "./account"
import type { Handler } from "./handler"

/** The emulation of every operation: one the catalogue has and this record has not does not compile. */
export const handlers: { readonly [Id in OperationId]: Handler<Id> } = {
  ...orderHandlers,
  ...checkoutHandlers,
  ...reservationHandlers,
  ...subscriptionCreationHandlers,
  ...subscriptionHandlers,
  ...customerHandlers,
  ...refundHandlers,
  ...checkHandlers,
  ...accountHandlers,
}
