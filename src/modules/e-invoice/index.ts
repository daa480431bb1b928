import { Module } from "@medusajs/framework/utils"

import checkRegistration, { E_INVOICE_MODULE } from "./registration"
import EInvoiceModuleService from "./service"

export { E_INVOICE_MODULE, E_INVOICE_PAYMENT_PROVIDER } from "./registration"

/** The Medusa module `eInvoice`: what the plugin remembers, and its one connection to the service. */
export default Module(E_INVOICE_MODULE, {
  service: EInvoiceModuleService,
  loaders: [checkRegistration],
})
