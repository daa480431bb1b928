import order from "./order.json" with { type: "json" }
import navigation from "./navigation.json" with { type: "json" }
import overview from "./overview.json" with { type: "json" }
import billing from "./billing.json" with { type: "json" }
import forms from "./forms.json" with { type: "json" }
import subscriptions from "./subscriptions.json" with { type: "json" }
import customers from "./customers.json" with { type: "json" }
import creditChecks from "./credit-checks.json" with { type: "json" }
import companies from "./companies.json" with { type: "json" }
import users from "./users.json" with { type: "json" }
import invoiceOrders from "./invoice-orders.json" with { type: "json" }
import reconciliation from "./reconciliation.json" with { type: "json" }
import callbacks from "./callbacks.json" with { type: "json" }
import settings from "./settings.json" with { type: "json" }
import refunds from "./refunds.json" with { type: "json" }
import refusals from "./refusals.json" with { type: "json" }
import operations from "./operations.json" with { type: "json" }
import reservations from "./reservations.json" with { type: "json" }

export default {
  ...order,
  navigation,
  overview,
  billing,
  forms,
  subscriptions,
  customers,
  creditChecks,
  companies,
  users,
  invoiceOrders,
  reconciliation,
  callbacks,
  settings,
  refunds,
  refusals,
  reservations,
  operations,
}
