import { Field } from "../form/field"
import { useLanguage } from "../texts/language"
import type { CheckoutFormPart } from "./use-checkout-form"

/** Who the shopper is and where the goods go. */
export const AddressFields = ({ form }: { form: CheckoutFormPart }) => {
  const texts = useLanguage().texts.checkout
  return (
    <fieldset className="card">
      <legend>{texts.details}</legend>
      <Field
        {...form.field("email")}
        label={texts.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
      />
      <div className="field-pair">
        <Field {...form.field("firstName")} label={texts.firstName} autoComplete="given-name" />
        <Field {...form.field("lastName")} label={texts.lastName} autoComplete="family-name" />
      </div>
      <Field {...form.field("address")} label={texts.address} autoComplete="street-address" />
      <div className="field-pair field-pair-narrow-first">
        <Field
          {...form.field("postalCode")}
          label={texts.postalCode}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={4}
        />
        <Field {...form.field("city")} label={texts.city} autoComplete="address-level2" />
      </div>
      <p className="quiet">{texts.onlyNorway}</p>
    </fieldset>
  )
}
