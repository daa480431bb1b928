import { useTexts } from "../../lib/texts"
import type { DrawerForm } from "../action-form"
import { DateField, NumberField, SelectField, TextField } from "../form"
import { frequencyWords } from "./subscription-words"
import { LinkDeliveryFields } from "./link-delivery-fields"
import { type Delivery, FREQUENCIES, type TermsInput } from "./terms-form"

type TermsFieldsProps<Input extends TermsInput> = {
  form: DrawerForm<Input>
  /** Ways in which the payment link can reach the customer. */
  deliveries: readonly Delivery[]
}

/** How often a subscription bills, how many times, when, and how its payment link reaches the customer. */
export const TermsFields = <Input extends TermsInput>({
  form,
  deliveries,
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
        <NumberField control={control} name="repeats" label={t("subscriptions.create.repeats")} />
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
      <LinkDeliveryFields
        control={control}
        delivery={form.watch().delivery}
        deliveries={deliveries}
      />
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
