import type { Control } from "react-hook-form"

import { useTexts } from "../../lib/texts"
import { TextField } from "../form"

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
