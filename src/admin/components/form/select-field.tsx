import { Select } from "@medusajs/ui"
import type { FieldPath, FieldValues } from "react-hook-form"

import { type FieldProps, FormField } from "./form-field"

type SelectFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = FieldProps<
  Values,
  Name
> & {
  readonly options: readonly {
    readonly value: string
    readonly label: string
  }[]
  /** Stands there while nothing is chosen. */
  readonly placeholder?: string
}

/** One of several; its value in the form is the option's value. Pair it with `requiredChoice`. */
export const SelectField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  options,
  placeholder,
  ...field
}: SelectFieldProps<Values, Name>) => (
  <FormField {...field}>
    {({ ref, onChange, value, disabled, name }, wiring) => (
      <Select name={name} value={value ?? ""} onValueChange={onChange} disabled={disabled ?? false}>
        <Select.Trigger ref={ref} {...wiring}>
          <Select.Value placeholder={placeholder} />
        </Select.Trigger>
        <Select.Content>
          {options.map((option) => (
            <Select.Item key={option.value} value={option.value}>
              {option.label}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    )}
  </FormField>
)
