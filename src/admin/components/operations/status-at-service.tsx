import { Text } from "@medusajs/ui"
import { z } from "zod"

import { optionalText } from "../../lib/answer-values"
import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { operationPath } from "../../lib/use-operation"
import { OrderStatusBadge } from "../order-status-badge"
import { ReservationBadge } from "../reservations/reservation-badge"
import { SubscriptionBadge } from "../subscriptions/subscription-badges"

type StatusAtServiceProps = {
  kind: string
  uuid: string
}

/** What tells the status of a record of a kind, and the parameter that names the record. */
const readings: Readonly<Record<string, readonly [operation: string, parameter: string]>> = {
  order: ["orders.status", "order_uuid"],
  reservation: ["reservations.details", "reservation_uuid"],
  subscription: ["subscriptions.details", "subscriptionUuid"],
}

const parseStatus = (answer: unknown): string | null =>
  z.object({ data: z.object({ status: optionalText }) }).parse(answer).data.status

/** Whether the service can be asked for the status of a record of this kind. */
export const hasStatus = (kind: string): boolean => kind in readings

/** What the service says of a record at this moment: what an operation in doubt may have changed. */
export const StatusAtService = ({ kind, uuid }: StatusAtServiceProps) => {
  const t = useTexts()
  const [operation = "", parameter = ""] = readings[kind] ?? []
  const { data, isError } = useEInvoiceQuery(
    {
      path: operationPath(operation),
      query: { [parameter]: uuid },
      // The record's own page reads more of the same answer.
      revision: "status",
      isEnabled: hasStatus(kind),
      isAlwaysFresh: true,
    },
    parseStatus
  )

  if (data === undefined || data === null) {
    return (
      <Text as="span" size="small" leading="compact" role="status">
        {t(isError || data === null ? "operations.page.notAsked" : "operations.page.asking")}
      </Text>
    )
  }
  switch (kind) {
    case "reservation":
      return <ReservationBadge status={data} />
    case "subscription":
      return <SubscriptionBadge status={data} />
    default:
      return <OrderStatusBadge order={{ state: "created", remote_status: data }} />
  }
}
