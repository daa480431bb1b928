import { z } from "zod"

import { requiredAmount } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ignoreAnswer } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { AmountField } from "../form"
import type { ReservationMovement } from "./reservation-data"

type RefundMovementDrawerProps = {
  uuid: string
  movement: ReservationMovement
  currencyCode: string
  orderId: string | undefined
}

/** Gives back money of one capture or charge. */
export const RefundMovementDrawer = ({
  uuid,
  movement,
  currencyCode,
  orderId,
}: RefundMovementDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const switchedOff = useUnavailability("reservations.refund")
  const left = amountText(movement.left, currencyCode)

  return (
    <ActionDrawer
      label={t("reservations.refund.label")}
      unavailable={
        switchedOff ?? (movement.left > 0 ? undefined : t("reservations.refund.nothingLeft"))
      }
      title={
        movement.source === "captured"
          ? t("reservations.refund.titleCapture")
          : t("reservations.refund.titleCharge")
      }
      description={t("reservations.refund.description")}
      submitLabel={t("refunds.submit")}
      schema={z.object({
        amount: requiredAmount({
          max: movement.left,
          tooMuch: t("refunds.lines.tooMuch", { amount: left }),
        }),
      })}
      defaultValues={{ amount: "" }}
      operation={{
        path: `/reservations/${encodeURIComponent(uuid)}/refunds`,
        orderId,
      }}
      toBody={({ amount }) => ({
        source: movement.source,
        reference: movement.uuid,
        amount,
      })}
      parse={ignoreAnswer}
      confirm={({ amount }) => ({
        title: t("reservations.refund.confirmTitle"),
        description: t("refunds.byAmount.confirm", {
          amount: amountText(amount, currencyCode),
        }),
        confirmText: t("refunds.submit"),
        variant: "confirmation",
      })}
      success={() => t("reservations.refund.done")}
    >
      {({ control }) => (
        <AmountField
          control={control}
          name="amount"
          label={t("refunds.byAmount.amount")}
          hint={t("refunds.lines.left", { amount: left })}
          currencyCode={currencyCode}
        />
      )}
    </ActionDrawer>
  )
}
