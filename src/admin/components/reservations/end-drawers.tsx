import { z } from "zod"

import { requiredText } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { ActionDrawer } from "../action-drawer"
import { TextField } from "../form"
import type { ChangeProps } from "./reservation-change"
import { useWhyNot } from "./use-why-not"

const noteSchema = z.object({ note: requiredText(500) })

/** Closes a reservation of which something was captured or charged; the rest is released. */
export const CompleteDrawer = ({ uuid, account, currencyCode, orderId }: ChangeProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const unavailable = useWhyNot("complete", account.status)

  return (
    <ActionDrawer
      label={t("reservations.complete.label")}
      unavailable={unavailable}
      title={t("reservations.complete.title")}
      description={t("reservations.complete.description")}
      submitLabel={t("reservations.complete.submit")}
      schema={noteSchema}
      defaultValues={{ note: "" }}
      operation={{
        path: operationPath("reservations.complete"),
        params: { reservation_uuid: uuid },
        orderId,
      }}
      toBody={(body) => ({ body })}
      parse={ignoreAnswer}
      confirm={() => ({
        title: t("reservations.complete.confirmTitle"),
        description: t("reservations.complete.confirm", {
          amount: amountText(account.left, currencyCode),
        }),
        confirmText: t("reservations.complete.submit"),
        variant: "confirmation",
      })}
      success={() => t("reservations.complete.done")}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="note"
          label={t("reservations.reason")}
          hint={t("reservations.reasonHint")}
          isLong
        />
      )}
    </ActionDrawer>
  )
}

/** Gives the whole reserved amount free again; possible only while nothing was captured or charged. */
export const CancelReservationDrawer = ({ uuid, account, currencyCode, orderId }: ChangeProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const unavailable = useWhyNot("cancel", account.status)

  return (
    <ActionDrawer
      label={t("reservations.cancel.label")}
      unavailable={unavailable}
      title={t("reservations.cancel.title")}
      description={t("reservations.cancel.description")}
      submitLabel={t("reservations.cancel.submit")}
      isDangerous
      schema={noteSchema}
      defaultValues={{ note: "" }}
      operation={{
        path: operationPath("reservations.cancel"),
        params: { reservation_uuid: uuid },
        orderId,
      }}
      toBody={(body) => ({ body })}
      parse={ignoreAnswer}
      confirm={() => ({
        title: t("reservations.cancel.confirmTitle"),
        description: account.reserved
          ? t("reservations.cancel.confirm", {
              amount: amountText(account.reserved, currencyCode),
            })
          : t("reservations.cancel.confirmLink", {
              amount: amountText(account.total, currencyCode),
            }),
        confirmText: t("reservations.cancel.submit"),
      })}
      success={() => t("reservations.cancel.done")}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="note"
          label={t("reservations.reason")}
          hint={t("reservations.reasonHint")}
          isLong
        />
      )}
    </ActionDrawer>
  )
}
