import type { CheckoutSettings } from "../../../../src/storefront"
import { Field } from "../form/field"
import { SelectField } from "../form/select-field"
import { InvoiceFeeNotice } from "./invoice-fee-notice"
import { NumbersToTry } from "./numbers-to-try"
import type { CheckoutFormPart } from "./use-checkout-form"

const languageNames: Record<string, string> = {
  en: "English",
  no: "Norwegian",
  sv: "Swedish",
  da: "Danish",
  de: "German",
}

/** What an invoice needs and only the shopper knows. */
export const InvoiceFields = ({
  form,
  settings,
}: {
  form: CheckoutFormPart
  settings: CheckoutSettings
}) => {
  const personalNumber = form.field("personalNumber")
  return (
    <div className="invoice">
      <InvoiceFeeNotice fee={settings.invoice_fee} />
      <Field
        {...personalNumber}
        label="Personal number"
        hint="Eleven digits. We pass it on with your invoice and do not keep it."
        autoComplete="off"
        inputMode="numeric"
        spellCheck={false}
        maxLength={14}
      >
        <NumbersToTry onUse={personalNumber.onChange} />
      </Field>
      <Field
        {...form.field("phone")}
        label="Mobile phone"
        hint="Numbers from abroad begin with + and the country code."
        type="tel"
        autoComplete="tel"
        inputMode="tel"
      />
      <SelectField
        {...form.field("language")}
        label="Language of the invoice"
        options={settings.languages.map((value) => ({
          value,
          label: languageNames[value] ?? value,
        }))}
      />
      <Field
        {...form.field("reference")}
        label="Your reference"
        hint="Printed on the invoice, such as a project or a name."
        autoComplete="off"
        maxLength={100}
        optional
      />
    </div>
  )
}
