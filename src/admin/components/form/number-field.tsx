import { Input } from "@medusajs/ui"
import type { FieldPath, FieldValues } from "react-hook-form"

import { type FieldProps, FormField } from "./form-field"

/** A whole number; its value in the form is the text as typed. Pair it with `requiredWholeNumber`. */
export const NumberField = <Values extends FieldValues, Name extends FieldPath<Values>>(
  field: FieldProps<Values, Name>
) => (
  <FormField {...field}>
    {(input, wiring) => <Input {...input} {...wiring} inputMode="numeric" autoComplete="off" />}
  </FormField>
)
