import { defineMiddlewares } from "@medusajs/framework/http"

import { adminEInvoiceMiddlewares } from "./admin/e-invoice/middlewares"
import { medusaRecordMiddlewares } from "./admin/e-invoice/medusa-middlewares"
import { keepShopperDataApart } from "./payment-sessions/keep-shopper-data-apart"
import { refuseBareData } from "./payment-sessions/refuse-bare-data"

export default defineMiddlewares({
  routes: [
    ...adminEInvoiceMiddlewares,
    {
      // A wildcard comes before Medusa's own check of the body.
      matcher: "/store/payment-collections/*",
      methods: ["POST"],
      middlewares: [refuseBareData],
    },
    {
      matcher: "/admin/payment-collections/*",
      methods: ["POST"],
      middlewares: [refuseBareData],
    },
    ...medusaRecordMiddlewares,
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [keepShopperDataApart],
    },
    {
      matcher: "/admin/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [keepShopperDataApart],
    },
  ],
})
