import type { MedusaContainer } from "@medusajs/framework/types"

import { E_INVOICE_MODULE } from "../modules/e-invoice"
import type EInvoiceModuleService from "../modules/e-invoice/service"

/** The plugin's module, from the application's container. */
export const eInvoiceModule = (container: MedusaContainer): EInvoiceModuleService =>
  container.resolve(E_INVOICE_MODULE)
