import { Alert, Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { ignoreAnswer } from "../../lib/use-operation"
import { ActionButton } from "../action-button"
import type { Reservation } from "./reservation-data"
import { operationWords } from "./reservation-words"

type InDoubtProps = {
  reservation: Reservation
}

/** Actions whose answer was lost: what a person found at the service is said here, so that they are never sent twice. */
export const InDoubt = ({
  reservation: { record, in_doubt },
}: InDoubtProps) => {
  const t = useTexts()

  return in_doubt.map(({ id, operation }) => {
    const words = operationWords(operation)
    const settle = (tookEffect: boolean) => ({
      operation: {
        path: `/operation-log/${encodeURIComponent(id)}/settle`,
        orderId: record.order_id ?? undefined,
      },
      body: { took_effect: tookEffect },
      parse: ignoreAnswer,
      success: () => t("reservations.doubt.done"),
    })
    return (
      <div key={id} className="flex flex-col gap-y-3 px-6 py-4">
        <Alert variant="warning">
          <Text size="small" weight="plus">
            {t("reservations.doubt.title", {
              operation: words ? t(words) : operation,
            })}
          </Text>
          <Text size="small" className="text-ui-fg-subtle">
            {t("reservations.doubt.advice")}
          </Text>
        </Alert>
        <div className="flex flex-wrap items-center gap-2">
          <ActionButton
            {...settle(true)}
            label={t("refunds.settle.yes")}
            confirm={{
              title: t("refunds.settle.yesTitle"),
              description: t("reservations.doubt.yes"),
              confirmText: t("refunds.settle.yes"),
              variant: "confirmation",
            }}
          />
          <ActionButton
            {...settle(false)}
            label={t("refunds.settle.no")}
            confirm={{
              title: t("refunds.settle.noTitle"),
              description: t("reservations.doubt.no"),
              confirmText: t("refunds.settle.no"),
              variant: "confirmation",
            }}
          />
        </div>
      </div>
    )
  })
}
