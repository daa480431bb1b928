import { ModuleProvider, Modules } from "@medusajs/framework/utils"

import EInvoiceProviderService from "./service"

export default ModuleProvider(Modules.PAYMENT, {
  services: [EInvoiceProviderService],
})
