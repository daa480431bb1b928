import { StatusBadge } from "@medusajs/ui"

import { useTexts } from "../lib/texts"
import type { EInvoiceOrderSummary } from "../orders/data"
import { statusText, statusWords, type StatusWords } from "../orders/words"
import { reservationWords } from "../reservations/data"
import { cycleWords, subscriptionWords } from "../subscriptions/data"

type BadgeProps = {
  /** As the service spells it; null or undefined when it does not say. */
  status: string | null | undefined
}

/** A reservation's status in words. */
export const ReservationBadge = ({ status }: BadgeProps) => (
  <Badge status={status} wordsOf={reservationWords} />
)

/** A subscription's status in words. */
export const SubscriptionBadge = ({ status }: BadgeProps) => (
  <Badge status={status} wordsOf={subscriptionWords} />
)

/** What became of a cycle of a subscription, in words. */
export const CycleBadge = ({ status }: BadgeProps) => <Badge status={status} wordsOf={cycleWords} />

/** The colour only repeats what the words say. */
const Badge = ({
  status,
  wordsOf,
}: BadgeProps & { wordsOf: (status: string) => StatusWords | undefined }) => {
  const t = useTexts()
  const words = status == null ? undefined : wordsOf(status)

  return (
    <StatusBadge color={words?.color ?? "grey"} className="text-nowrap">
      {words ? t(words.text) : (status ?? t("fields.unknown"))}
    </StatusBadge>
  )
}

type OrderStatusBadgeProps = {
  order: Pick<EInvoiceOrderSummary, "state" | "remote_status">
}

/** The status in words; the colour only repeats what the words say. */
export const OrderStatusBadge = ({ order }: OrderStatusBadgeProps) => {
  const t = useTexts()

  return (
    <StatusBadge color={statusWords(order)?.color ?? "grey"} className="text-nowrap">
      {statusText(t, order)}
    </StatusBadge>
  )
}
