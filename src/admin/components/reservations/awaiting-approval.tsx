import { Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ignoreAnswer } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionButton } from "../action-button"
import { Moment } from "../moment"
import type { Reservation } from "./reservation-data"

type AwaitingApprovalProps = {
  reservation: Reservation
  currencyCode: string
}

/** Refunds of a reservation that the service refused until its operator agrees. */
export const AwaitingApproval = ({
  reservation: { record, awaiting_approval: refunds },
  currencyCode,
}: AwaitingApprovalProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const switchedOff = useUnavailability("refunds.request-approval")

  return refunds.length === 0 ? null : (
    <ul aria-label={t("reservations.approval.title")} className="divide-y divide-dashed">
      {refunds.map((refund) => {
        const amount = amountText(refund.amount, currencyCode)
        return (
          <li key={refund.id} className="flex flex-col gap-y-2 px-6 py-4">
            <Text size="small" weight="plus">
              {t("reservations.approval.refused", { amount })}
            </Text>
            <Text size="small" className="text-ui-fg-subtle">
              {refund.message}
            </Text>
            {refund.approval_asked_at ? (
              <Text size="small" className="text-ui-fg-subtle">
                {t("refunds.approval.asked")} <Moment at={refund.approval_asked_at} />
              </Text>
            ) : (
              <div className="flex flex-wrap items-center gap-2">
                <ActionButton
                  label={t("refunds.approval.label")}
                  unavailable={switchedOff}
                  operation={{
                    path: `/reservations/${encodeURIComponent(record.remote_uuid)}/refunds/${encodeURIComponent(refund.id)}/approval`,
                  }}
                  parse={ignoreAnswer}
                  confirm={{
                    title: t("refunds.approval.confirmTitle"),
                    description: t("refunds.approval.confirm", { amount }),
                    confirmText: t("refunds.approval.label"),
                    variant: "confirmation",
                  }}
                  success={() => t("refunds.approval.done")}
                />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
