import { useMemo } from "react"
import { z } from "zod"

import { optionalText } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ignoreAnswer } from "../../lib/use-operation"
import { ActionDrawer } from "../action-drawer"
import { TextField } from "../form"
import { LineAmountFields } from "../refunds/line-amount-fields"
import { lineAmountsSchema, noAmounts } from "../refunds/line-amounts-form"
import type { ChangeProps } from "./reservation-change"
import { useWhyNot } from "./use-why-not"

/** Turns so much of each reserved line into money received. */
export const CaptureDrawer = ({ uuid, account, currencyCode, orderId }: ChangeProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const unavailable = useWhyNot("capture", account.status)
  const lines = useMemo(
    () => account.lines.flatMap(({ id, name, left }) => (id === null ? [] : [{ id, name, left }])),
    [account.lines]
  )
  const named = (id: number) => lines.find((line) => line.id === id)?.name ?? String(id)

  return (
    <ActionDrawer
      label={t("reservations.capture.label")}
      variant="primary"
      unavailable={
        unavailable ?? (account.left > 0 ? undefined : t("reservations.capture.nothingLeft"))
      }
      title={t("reservations.capture.title")}
      description={t("reservations.capture.description")}
      submitLabel={t("reservations.capture.submit")}
      schema={z.object({
        lines: lineAmountsSchema(lines, ({ left }) =>
          t("refunds.lines.tooMuch", { amount: amountText(left, currencyCode) })
        ),
        note: optionalText(500),
      })}
      defaultValues={{ lines: noAmounts(lines), note: "" }}
      operation={{
        path: `/reservations/${encodeURIComponent(uuid)}/captures`,
        orderId,
      }}
      parse={ignoreAnswer}
      confirm={({ lines: chosen }) => ({
        title: t("reservations.capture.confirmTitle"),
        description: t("reservations.capture.confirm", {
          lines: chosen
            .map(({ id, amount }) =>
              t("refunds.byLine.one", {
                name: named(id),
                amount: amountText(amount, currencyCode),
              })
            )
            .join("; "),
        }),
        confirmText: t("reservations.capture.submit"),
        variant: "confirmation",
      })}
      success={() => t("reservations.capture.done")}
    >
      {(form) => (
        <>
          <LineAmountFields
            form={form}
            title={t("reservations.lines.title")}
            lines={lines}
            currencyCode={currencyCode}
          />
          <TextField control={form.control} name="note" label={t("reservations.note")} isOptional />
        </>
      )}
    </ActionDrawer>
  )
}
