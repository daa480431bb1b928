import { DatePicker } from "@medusajs/ui"
import type { FieldPath, FieldValues } from "react-hook-form"

import { type FieldProps, FormField } from "./form-field"

type DateFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = FieldProps<
  Values,
  Name
> & {
  /** The first and the last day that can be picked. */
  readonly min?: Date
  readonly max?: Date
}

/** A day; its value in the form is a Date at local midnight, or null. Pair it with `requiredDate` or `optionalDate`. */
export const DateField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  min,
  max,
  ...field
}: DateFieldProps<Values, Name>) => (
  <FormField {...field}>
    {(
      { ref: _ref, disabled, ...input },
      { "aria-invalid": isInvalid, "aria-required": isRequired, ...wiring }
    ) => (
      <DatePicker
        {...input}
        {...wiring}
        modal
        // What is not filled in yet is too pale to read as it comes.
        className="[&_.text-ui-fg-muted:not(:focus-visible)]:text-ui-fg-subtle"
        isDisabled={disabled ?? false}
        isInvalid={isInvalid}
        isRequired={isRequired}
        validationBehavior="aria"
        {...(min && { minValue: min })}
        {...(max && { maxValue: max })}
      />
    )}
  </FormField>
)
