import { Module } from "@medusajs/framework/utils"

import checkRegistration from "./loaders/check-registration"
import { E_INVOICE_MODULE } from "./registration/registration"
import EInvoiceModuleService from "./service"

export {
  E_INVOICE_MODULE,
  E_INVOICE_PAYMENT_PROVIDER,
} from "./registration/registration"

export default Module(E_INVOICE_MODULE, {
  service: EInvoiceModuleService,
  loaders: [checkRegistration],
})
