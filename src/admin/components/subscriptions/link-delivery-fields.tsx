import { type TextKey, useTexts } from "../../lib/texts"
import type { DrawerForm } from "../action-form"
import { LinkChannelsFieldset, SelectField, TextField } from "../form"
import type { Delivery, TermsInput } from "./terms-form"

type LinkDeliveryFieldsProps = {
  control: DrawerForm<TermsInput>["control"]
  /** What is chosen. */
  delivery: string
  deliveries: readonly Delivery[]
}

const words: Readonly<Record<Delivery, TextKey>> = {
  sent: "subscriptions.create.sent",
  passedOn: "subscriptions.create.passedOn",
}

/** How a new subscription's payment link reaches the customer: sent by the service, or passed on by the merchant. */
export const LinkDeliveryFields = ({ control, delivery, deliveries }: LinkDeliveryFieldsProps) => {
  const t = useTexts()

  return (
    <>
      <SelectField
        control={control}
        name="delivery"
        label={t("subscriptions.create.delivery")}
        options={deliveries.map((value) => ({ value, label: t(words[value]) }))}
      />
      {delivery === "passedOn" ? (
        <>
          <TextField
            control={control}
            name="success"
            label={t("companies.verify.success")}
            hint={t("subscriptions.create.successHint")}
          />
          <TextField
            control={control}
            name="failure"
            label={t("companies.verify.failure")}
            hint={t("subscriptions.create.failureHint")}
          />
        </>
      ) : (
        <LinkChannelsFieldset control={control} email="byEmail" sms="bySms" />
      )}
    </>
  )
}
