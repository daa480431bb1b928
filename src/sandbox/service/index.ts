import type { OperationId } from "../../connect"
import { accountHandlers } from "./account"
import { checkHandlers } from "./checks"
import { customerHandlers } from "./customers"
import type { Handler } from "./handler"
import { orderCreationHandlers } from "./order-creation"
import { orderHandlers } from "./orders"
import { refundHandlers } from "./refunds"
import { reservationHandlers } from "./reservations"
import { subscriptionCreationHandlers } from "./subscription-lifecycle"
import { subscriptionHandlers } from "./subscriptions"

/** The emulation of every operation: one the catalogue has and this record has not does not compile. */
export const handlers: { readonly [Id in OperationId]: Handler<Id> } = {
  ...orderHandlers,
  ...orderCreationHandlers,
  ...reservationHandlers,
  ...subscriptionCreationHandlers,
  ...subscriptionHandlers,
  ...customerHandlers,
  ...refundHandlers,
  ...checkHandlers,
  ...accountHandlers,
}
