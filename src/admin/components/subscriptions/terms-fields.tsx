import { useTexts } from "../../lib/texts"
import type { DrawerForm } from "../action-drawer"
import {
  CheckboxField,
  DateField,
  NumberField,
  SelectField,
  TextField,
} from "../form"
import { frequencyWords } from "./subscription-words"
import { FREQUENCIES, type TermsInput } from "./terms-form"

type TermsFieldsProps<Input extends TermsInput> = {
  form: DrawerForm<Input>
}

/** How often a subscription bills, how many times, when, and how its payment link is sent. */
export const TermsFields = <Input extends TermsInput>({
  form,
}: TermsFieldsProps<Input>) => {
  const t = useTexts()
  const control = form.control as unknown as DrawerForm<TermsInput>["control"]
  const today = new Date()

  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="frequency"
          label={t("subscriptions.create.frequency")}
          options={FREQUENCIES.map((value) => ({
            value,
            label: t(frequencyWords(value) ?? "fields.unknown"),
          }))}
        />
        <NumberField
          control={control}
          name="repeats"
          label={t("subscriptions.create.repeats")}
        />
        <DateField
          control={control}
          name="startDate"
          label={t("subscriptions.create.starts")}
          min={today}
        />
        <DateField
          control={control}
          name="endDate"
          label={t("subscriptions.create.ends")}
          hint={t("subscriptions.create.endsHint")}
          min={today}
          isOptional
        />
      </div>
      <fieldset className="flex flex-col gap-y-3">
        <legend className="txt-compact-small-plus mb-2">
          {t("subscriptions.create.sendBy")}
        </legend>
        <CheckboxField
          control={control}
          name="byEmail"
          label={t("subscriptions.create.byEmail")}
        />
        <CheckboxField
          control={control}
          name="bySms"
          label={t("subscriptions.create.bySms")}
        />
      </fieldset>
      <DateField
        control={control}
        name="linkDueDate"
        label={t("subscriptions.create.linkDue")}
        hint={t("subscriptions.create.linkDueHint")}
        min={today}
        isOptional
      />
      <TextField
        control={control}
        name="organizationId"
        label={t("subscriptions.create.organization")}
        hint={t("subscriptions.create.organizationHint")}
        isOptional
      />
    </>
  )
}
