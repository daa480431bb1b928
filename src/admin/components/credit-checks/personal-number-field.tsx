import { Input } from "@medusajs/ui"
import type { FieldPath, FieldValues } from "react-hook-form"
import { z } from "zod"

import type { TextKey } from "../../lib/texts"
import { withoutSeparators } from "../../lib/without-separators"
import { type FieldProps, FormField } from "../form"

const ELEVEN_DIGITS: TextKey = "creditChecks.create.elevenDigits"

/** A personal number as typed; spaces and hyphens are fine. */
export const requiredPersonalNumber = () =>
  z
    .string()
    .transform(withoutSeparators)
    .pipe(z.string().regex(/^\d{11}$/, ELEVEN_DIGITS))

/** A personal number. Neither the browser nor a password manager is to keep it. */
export const PersonalNumberField = <Values extends FieldValues, Name extends FieldPath<Values>>(
  field: FieldProps<Values, Name>
) => (
  <FormField {...field}>
    {({ name: _name, ...input }, wiring) => (
      <Input
        {...input}
        {...wiring}
        inputMode="numeric"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
      />
    )}
  </FormField>
)
