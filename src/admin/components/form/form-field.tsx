import { Hint, Label, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  useController,
} from "react-hook-form"

import { useTexts } from "../../lib/texts"
import { useFieldError } from "../../lib/use-field-error"

/** What every field of a form takes. */
export type FieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values> = FieldPath<Values>,
> = {
  /** The form's, as `ActionDrawer` hands it out. */
  readonly control: Control<Values, unknown, unknown>
  readonly name: Name
  readonly label: string
  /** What to write here and what comes of it, under the field. */
  readonly hint?: string | undefined
  /** Marks the field as one that may stay empty. */
  readonly isOptional?: boolean
  /** Disables the input alone: react-hook-form drops the value of a field that it knows to be disabled. */
  readonly isDisabled?: boolean
}

/** What ties an input to its label, hint and error. */
export type InputWiring = {
  id: string
  "aria-labelledby": string
  "aria-describedby": string | undefined
  "aria-invalid": boolean
  "aria-required": boolean
}

type FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = FieldProps<
  Values,
  Name
> & {
  readonly children: (field: ControllerRenderProps<Values, Name>, wiring: InputWiring) => ReactNode
}

/** Label, input, hint and error of one value; the ready-made fields beside it are made on it. */
export const FormField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  label,
  hint,
  isOptional = false,
  isDisabled = false,
  children,
}: FormFieldProps<Values, Name>) => {
  const t = useTexts()
  const inWords = useFieldError()
  const id = useId()
  const { field, fieldState } = useController({
    control: control as Control<Values>,
    name,
  })
  const hasError = fieldState.error !== undefined
  const described = [hint && `${id}-hint`, hasError && `${id}-error`].filter(Boolean)

  return (
    <div className="flex flex-col gap-y-2">
      <div className="flex items-center gap-x-1">
        <Label id={`${id}-label`} htmlFor={id} size="small" weight="plus">
          {label}
        </Label>
        {isOptional && (
          <Text as="span" size="small" leading="compact" className="text-ui-fg-subtle">
            {t("forms.optional")}
          </Text>
        )}
      </div>
      {children(
        { ...field, disabled: isDisabled },
        {
          id,
          "aria-labelledby": `${id}-label`,
          "aria-describedby": described.join(" ") || undefined,
          "aria-invalid": hasError,
          "aria-required": !isOptional,
        }
      )}
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {hasError && (
        <Hint id={`${id}-error`} variant="error" role="alert">
          {inWords(fieldState.error?.message)}
        </Hint>
      )}
    </div>
  )
}
