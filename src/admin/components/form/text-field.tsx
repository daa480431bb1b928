import { Input, Textarea } from "@medusajs/ui"
import type { FieldPath, FieldValues } from "react-hook-form"

import { type FieldProps, FormField } from "./form-field"

type TextFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = FieldProps<
  Values,
  Name
> & {
  /** `email` and `tel` bring the right keyboard on a phone; the value stays text. */
  readonly type?: "text" | "email" | "tel"
  /** Room for several lines. */
  readonly isLong?: boolean
  readonly autoComplete?: string
}

/** A text; its value in the form is a string. Pair it with `requiredText` or `optionalText`. */
export const TextField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  type = "text",
  isLong = false,
  autoComplete = "off",
  ...field
}: TextFieldProps<Values, Name>) => (
  <FormField {...field}>
    {(input, wiring) =>
      isLong ? (
        <Textarea {...input} {...wiring} rows={3} autoComplete={autoComplete} />
      ) : (
        <Input {...input} {...wiring} type={type} autoComplete={autoComplete} />
      )
    }
  </FormField>
)
