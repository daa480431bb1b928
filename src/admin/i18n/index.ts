import de from "./de"
import en from "./en"
import sv from "./sv"

/**
 * The languages a person can pick in Admin and that we have. Norwegian and Danish lie ready beside them: Admin's list of
 * languages has neither, and a language known to us alone would leave the rest of the dashboard in English.
 */
export default {
  de: { eInvoice: de },
  en: { eInvoice: en },
  sv: { eInvoice: sv },
}
