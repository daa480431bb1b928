import { getCurrencySymbol } from "@medusajs/dashboard/lib"
import { Checkbox, DatePicker, Hint, Input, Label, Select, Text, Textarea } from "@medusajs/ui"
import { type ReactNode, useId } from "react"
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  useController,
} from "react-hook-form"

import { type TextKey, useTexts } from "../lib/texts"

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

/** What links an input to its label, hint and error. */
type InputWiring = {
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

/** A whole number; its value in the form is the text as typed. Pair it with `requiredWholeNumber`. */
export const NumberField = <Values extends FieldValues, Name extends FieldPath<Values>>(
  field: FieldProps<Values, Name>
) => (
  <FormField {...field}>
    {(input, wiring) => <Input {...input} {...wiring} inputMode="numeric" autoComplete="off" />}
  </FormField>
)

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

type LinkChannelsFieldsetProps<Values extends FieldValues> = Pick<FieldProps<Values>, "control"> & {
  /** Name of the value that says whether e-mail is chosen. */
  readonly email: FieldPath<Values>
  /** Name of the value that says whether SMS is chosen. */
  readonly sms: FieldPath<Values>
}

/** By what the service sends a payment link: e-mail, SMS or both. */
export const LinkChannelsFieldset = <Values extends FieldValues>({
  control,
  email,
  sms,
}: LinkChannelsFieldsetProps<Values>) => {
  const t = useTexts()

  return (
    <fieldset className="flex flex-col gap-y-3">
      <legend className="txt-compact-small-plus mb-2">{t("forms.linkChannels.sendBy")}</legend>
      <CheckboxField control={control} name={email} label={t("forms.linkChannels.byEmail")} />
      <CheckboxField control={control} name={sms} label={t("forms.linkChannels.bySms")} />
    </fieldset>
  )
}

type PhoneValues = { countryCode: string; msisdn: string }

type PhoneFieldsProps<Values extends PhoneValues> = {
  control: Control<Values, unknown, unknown>
  isOptional?: boolean
}

/** A phone number as the service keeps it: calling code and number apart. */
export const PhoneFields = <Values extends PhoneValues>({
  control,
  isOptional = false,
}: PhoneFieldsProps<Values>) => {
  const t = useTexts()
  const ofPhone = control as unknown as Control<PhoneValues, unknown, unknown>

  return (
    <div className="grid grid-cols-[7rem_1fr] gap-x-4">
      <TextField
        control={ofPhone}
        name="countryCode"
        type="tel"
        label={t("customers.contact.callingCode")}
      />
      <TextField
        control={ofPhone}
        name="msisdn"
        type="tel"
        label={t("customers.contact.phone")}
        isOptional={isOptional}
      />
    </div>
  )
}

/** A key of our texts: words without spaces, joined by dots. */
const OWN_MESSAGE = /^[a-zA-Z]+(\.[a-zA-Z]+)+$/

/** Puts a field's error in words: a text key of our own form values, or a sentence already. */
export const useFieldError = (): ((message: string | undefined) => string) => {
  const t = useTexts()
  return (message) => {
    if (!message) {
      return t("forms.errors.invalid")
    }
    return OWN_MESSAGE.test(message) ? t(message as TextKey) : message
  }
}
