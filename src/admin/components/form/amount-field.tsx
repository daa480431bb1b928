import { getCurrencySymbol } from "@medusajs/dashboard/lib"
import { Input } from "@medusajs/ui"
import type { FieldPath, FieldValues } from "react-hook-form"

import { type FieldProps, FormField } from "./form-field"

type AmountFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = FieldProps<
  Values,
  Name
> & {
  /** The order's, in any case. */
  readonly currencyCode: string
}

/**
 * An amount in major units with its currency; its value in the form is the text as typed, comma or dot. Pair it with
 * `requiredAmount`, and start it with `typedAmount`.
 */
export const AmountField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  currencyCode,
  ...field
}: AmountFieldProps<Values, Name>) => (
  <FormField {...field}>
    {(input, wiring) => (
      <div className="relative">
        <Input
          {...input}
          {...wiring}
          inputMode="decimal"
          autoComplete="off"
          className="pr-24 text-right tabular-nums"
        />
        <span
          aria-hidden
          className="text-ui-fg-subtle txt-compact-small pointer-events-none absolute inset-y-0 right-0 flex items-center gap-x-2 px-2"
        >
          <span>{currencyCode.toUpperCase()}</span>
          <span>{getCurrencySymbol(currencyCode)}</span>
        </span>
      </div>
    )}
  </FormField>
)
