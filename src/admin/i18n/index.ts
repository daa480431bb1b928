import de from "./de"
import en from "./en"
import sv from "./sv"

/** Our texts by language. Admin offers neither Norwegian nor Danish, so there are none in either. */
export default {
  de: { eInvoice: de },
  en: { eInvoice: en },
  sv: { eInvoice: sv },
}
