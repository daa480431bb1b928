import { Field } from "../form/field"
import type { CheckoutFormPart } from "./use-checkout-form"

/** Who the shopper is and where the goods go. */
export const AddressFields = ({ form }: { form: CheckoutFormPart }) => (
  <fieldset className="card">
    <legend>Your details</legend>
    <Field
      {...form.field("email")}
      label="E-mail"
      type="email"
      autoComplete="email"
      inputMode="email"
      spellCheck={false}
    />
    <div className="field-pair">
      <Field {...form.field("firstName")} label="First name" autoComplete="given-name" />
      <Field {...form.field("lastName")} label="Last name" autoComplete="family-name" />
    </div>
    <Field {...form.field("address")} label="Street and number" autoComplete="street-address" />
    <div className="field-pair field-pair-narrow-first">
      <Field
        {...form.field("postalCode")}
        label="Postal code"
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={4}
      />
      <Field {...form.field("city")} label="Town or city" autoComplete="address-level2" />
    </div>
    <p className="quiet">We deliver to addresses in Norway.</p>
  </fieldset>
)
