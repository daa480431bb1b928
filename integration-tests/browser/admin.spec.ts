import { openDesk } from "./admin/desk"
import { accessibilityFlows } from "./admin/flows/accessibility"
import { billingFlows } from "./admin/flows/billing"
import { callbackFlows } from "./admin/flows/callbacks"
import { companyFlows } from "./admin/flows/companies"
import { creditCheckFlows } from "./admin/flows/credit-checks"
import { customerFlows } from "./admin/flows/customers"
import { drawerFlows } from "./admin/flows/drawers"
import { invoiceOrderFlows } from "./admin/flows/invoice-orders"
import { operationInDoubtFlows } from "./admin/flows/operations-in-doubt"
import { orderFlows } from "./admin/flows/order"
import { overviewFlows } from "./admin/flows/overview"
import { reconciliationFlows } from "./admin/flows/reconciliation"
import { recordsForEveryone } from "./admin/flows/records-for-everyone"
import { refundFlows } from "./admin/flows/refunds"
import { reservationFlows } from "./admin/flows/reservations"
import { settingsFlows } from "./admin/flows/settings"
import { subscriptionFlows } from "./admin/flows/subscriptions"
import { userFlows } from "./admin/flows/users"

jest.setTimeout(180_000)

/**
 * All that a merchant does in Admin, against one running store: pages are cheap, starting a store is not. Each area adds
 * a file to admin/flows and a line here. While developing, run a part of it by name:
 * `npm run test:browser -- admin.spec -t "on the order page"`.
 */
describe("the merchant in Medusa Admin", () => {
  const desk = openDesk()

  orderFlows(desk)
  billingFlows(desk)
  subscriptionFlows(desk)
  customerFlows(desk)
  creditCheckFlows(desk)
  companyFlows(desk)
  userFlows(desk)
  drawerFlows(desk)
  recordsForEveryone(desk)
  refundFlows(desk)
  reservationFlows(desk)
  overviewFlows(desk)
  invoiceOrderFlows(desk)
  operationInDoubtFlows(desk)
  callbackFlows(desk)
  settingsFlows(desk)
  reconciliationFlows(desk)
  // Fills the store, so it is the last.
  accessibilityFlows(desk)
})
