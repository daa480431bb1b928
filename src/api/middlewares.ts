import { METHODS } from "node:http"

import { defineMiddlewares, type MiddlewareVerb } from "@medusajs/framework/http"

import { adminEInvoiceMiddlewares } from "./admin/e-invoice/middlewares"
import {
  CALLBACK_PREFIX,
  guardCallbackAddress,
  PERSONAL_ADDRESS,
  readPersonalBody,
} from "./log-guards"
import { keepShopperDataApart, rejectBareData, rejectHeldCollection } from "./payment-sessions"

/** Medusa's parser reads the body of any method that Node.js lets in. */
const everyMethod = METHODS as MiddlewareVerb[]

export default defineMiddlewares({
  routes: [
    {
      // Not for GET and HEAD: Medusa prints the address of each request whose body it skips at level debug.
      matcher: CALLBACK_PREFIX,
      methods: everyMethod.filter((method) => method !== "GET" && method !== "HEAD"),
      bodyParser: false,
    },
    { matcher: CALLBACK_PREFIX, middlewares: [guardCallbackAddress] },
    { matcher: PERSONAL_ADDRESS, methods: everyMethod, bodyParser: false },
    // One part and no method: Medusa runs these before whatever else reads the body.
    { matcher: "/store", middlewares: [readPersonalBody] },
    { matcher: "/admin", middlewares: [readPersonalBody] },
    ...adminEInvoiceMiddlewares,
    {
      // A wildcard comes before Medusa's own check of the body.
      matcher: "/store/payment-collections/*",
      methods: ["POST"],
      middlewares: [rejectBareData],
    },
    {
      matcher: "/admin/payment-collections/*",
      methods: ["POST"],
      middlewares: [rejectBareData],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [rejectHeldCollection, keepShopperDataApart],
    },
    {
      matcher: "/admin/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [rejectHeldCollection, keepShopperDataApart],
    },
  ],
})
