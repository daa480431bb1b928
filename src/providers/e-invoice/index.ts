import { ModuleProvider, Modules } from "@medusajs/framework/utils"

import EInvoiceProviderService from "./service"

/** The payment provider `pp_e-invoice_private`. */
export default ModuleProvider(Modules.PAYMENT, {
  services: [EInvoiceProviderService],
})
