import type { CheckoutSettings } from "../../../../src/storefront"
import { Field } from "../form/field"
import { SelectField } from "../form/select-field"
import { useLanguage } from "../texts/language"
import { InvoiceFeeNotice } from "./invoice-fee-notice"
import { NumbersToTry } from "./numbers-to-try"
import type { CheckoutFormPart } from "./use-checkout-form"

/** Each in its own language, as who reads it looks for it. */
const languageNames: Record<string, string> = {
  en: "English",
  no: "Norsk",
  sv: "Svenska",
  da: "Dansk",
  de: "Deutsch",
}

/** What an invoice needs and only the shopper knows. */
export const InvoiceFields = ({
  form,
  settings,
}: {
  form: CheckoutFormPart
  settings: CheckoutSettings
}) => {
  const texts = useLanguage().texts.invoice
  const personalNumber = form.field("personalNumber")
  return (
    <div className="invoice">
      <InvoiceFeeNotice fee={settings.invoice_fee} />
      <Field
        {...personalNumber}
        label={texts.personalNumber}
        hint={texts.personalNumberHint}
        autoComplete="off"
        inputMode="numeric"
        spellCheck={false}
        maxLength={14}
      >
        <details className="why">
          <summary>{texts.why}</summary>
          <p className="quiet">{texts.because}</p>
        </details>
        <NumbersToTry onUse={personalNumber.onChange} />
      </Field>
      <Field
        {...form.field("phone")}
        label={texts.phone}
        hint={texts.phoneHint}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
      />
      <SelectField
        {...form.field("language")}
        label={texts.language}
        options={settings.languages.map((value) => ({
          value,
          label: languageNames[value] ?? value,
        }))}
      />
      <Field
        {...form.field("reference")}
        label={texts.reference}
        hint={texts.referenceHint}
        autoComplete="off"
        maxLength={100}
        optional
      />
    </div>
  )
}
