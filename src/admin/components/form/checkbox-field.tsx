import { Checkbox, Hint, Label } from "@medusajs/ui"
import { useId } from "react"
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form"

import { useFieldError } from "../../lib/use-field-error"
import type { FieldProps } from "./form-field"

/** Yes or no, with its label beside it; its value in the form is a boolean. */
export const CheckboxField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  label,
  hint,
  isDisabled = false,
}: Omit<FieldProps<Values, Name>, "isOptional">) => {
  const inWords = useFieldError()
  const id = useId()
  const {
    field: { value, onChange, ...field },
    fieldState: { error },
  } = useController({
    control: control as Control<Values>,
    name,
  })
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)

  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-2 gap-y-1">
      <Checkbox
        {...field}
        id={id}
        checked={value === true}
        disabled={isDisabled}
        onCheckedChange={(checked) => onChange(checked === true)}
        aria-describedby={described.join(" ") || undefined}
        aria-invalid={error !== undefined}
      />
      <div className="flex flex-col gap-y-1">
        <Label htmlFor={id} size="small" weight="plus">
          {label}
        </Label>
        {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
        {error && (
          <Hint id={`${id}-error`} variant="error" role="alert">
            {inWords(error.message)}
          </Hint>
        )}
      </div>
    </div>
  )
}
