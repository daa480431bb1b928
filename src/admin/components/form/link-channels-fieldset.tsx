import type { FieldPath, FieldValues } from "react-hook-form"

import { useTexts } from "../../lib/texts"
import { CheckboxField } from "./checkbox-field"
import type { FieldProps } from "./form-field"

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
