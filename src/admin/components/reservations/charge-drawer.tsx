import { z } from "zod"

import { optionalText, requiredAmount, requiredChoice, requiredText } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ignoreAnswer } from "../../lib/use-operation"
import { ActionDrawer } from "../action-drawer"
import { AmountField, SelectField, TextField } from "../form"
import type { ChangeProps } from "./reservation-change"
import { useWhyNot } from "./use-why-not"

/** The rates every account takes, in percent. */
const TAX_RATES = ["25", "15", "12", "0"] as const

const chargeSchema = z.object({
  name: requiredText(100),
  amount: requiredAmount(),
  tax: requiredChoice(TAX_RATES),
  note: optionalText(500),
})

/** Charges the stored card beyond what was reserved. */
export const ChargeDrawer = ({ uuid, account, currencyCode, orderId }: ChangeProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const unavailable = useWhyNot("charge", account.status)

  return (
    <ActionDrawer
      label={t("reservations.charge.label")}
      unavailable={unavailable}
      title={t("reservations.charge.title")}
      description={t("reservations.charge.description")}
      submitLabel={t("reservations.charge.submit")}
      schema={chargeSchema}
      defaultValues={{ name: "", amount: "", tax: "25", note: "" }}
      operation={{
        path: `/reservations/${encodeURIComponent(uuid)}/charges`,
        orderId,
      }}
      toBody={({ name, amount, tax, note }) => ({
        lines: [{ name, amount, tax: Number(tax) }],
        ...(note && { note }),
      })}
      parse={ignoreAnswer}
      confirm={({ amount }) => ({
        title: t("reservations.charge.confirmTitle"),
        description: t("reservations.charge.confirm", {
          amount: amountText(amount, currencyCode),
        }),
        confirmText: t("reservations.charge.submit"),
        variant: "confirmation",
      })}
      success={() => t("reservations.charge.done")}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="name"
            label={t("reservations.charge.what")}
            hint={t("reservations.charge.whatHint")}
          />
          <div className="grid grid-cols-2 gap-x-4">
            <AmountField
              control={control}
              name="amount"
              label={t("reservations.charge.amount")}
              hint={t("reservations.charge.withTax")}
              currencyCode={currencyCode}
            />
            <SelectField
              control={control}
              name="tax"
              label={t("reservations.charge.tax")}
              options={TAX_RATES.map((rate) => ({
                value: rate,
                label: `${rate} %`,
              }))}
            />
          </div>
          <TextField control={control} name="note" label={t("reservations.note")} isOptional />
        </>
      )}
    </ActionDrawer>
  )
}
