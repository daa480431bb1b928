import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { languages } from "../../../../connect"
import { E_INVOICE_MODULE, E_INVOICE_PAYMENT_PROVIDER } from "../../../../modules/e-invoice"
import { makesInvoices } from "../../../../modules/e-invoice/registration"
import type EInvoiceModuleService from "../../../../modules/e-invoice/service"
import type { CheckoutSettings } from "../../../../storefront"

/** Tells the storefront what to show; nothing of it is secret. */
export function GET(request: MedusaRequest, response: MedusaResponse): void {
  const { options } = request.scope.resolve<EInvoiceModuleService>(E_INVOICE_MODULE)
  const settings: CheckoutSettings = {
    provider_id: E_INVOICE_PAYMENT_PROVIDER,
    // A storefront offers invoices in these alone: none where checkouts make no invoice.
    currencies: makesInvoices(options) ? options.currencies : [],
    languages: [...languages],
    default_language: options.preferredLanguage,
    invoice_fee: {
      applicable: options.invoiceFee.applicable,
      ...(options.invoiceFee.amount !== undefined && {
        amount: options.invoiceFee.amount,
      }),
    },
    personal_number: {
      check_digits: options.personalNumber.checkDigits,
      accept_synthetic: options.personalNumber.acceptSynthetic,
    },
  }
  response.json({ checkout_settings: settings })
}
