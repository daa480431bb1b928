import type { AdminOrder } from "@medusajs/framework/types"
import { Heading, Text } from "@medusajs/ui"
import { useId } from "react"

import { orderRevision } from "../../lib/order-revision"
import { type OutstandingOfOrder, parseOutstanding } from "../../lib/outstanding"
import { type TextKey, useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { Amount } from "../amount"
import { FieldRow } from "../field-row"
import { LoadFailure } from "../load-failure"
import { BillDrawer } from "./bill-drawer"

const reasons: Readonly<Record<string, TextKey>> = {
  cancelled: "billing.notBillable.cancelled",
  "checkout-open": "billing.notBillable.checkoutOpen",
  unsettled: "billing.notBillable.unsettled",
  "open-bill": "billing.notBillable.openBill",
  "nothing-outstanding": "billing.notBillable.nothing",
}

/** What nobody has paid of a Medusa order yet; undefined while that is not known. */
export const useOutstanding = (order: AdminOrder) =>
  useEInvoiceQuery(
    {
      path: `/medusa-orders/${encodeURIComponent(order.id)}/bill`,
      revision: `${orderRevision(order)} ${order.summary?.pending_difference ?? ""}`,
      keepsPrevious: true,
    },
    parseOutstanding
  )

/** Whether anything is worth saying about what is outstanding: it is, and the order stands. */
export const hasOutstanding = ({ pending, not_billable }: OutstandingOfOrder): boolean =>
  pending > 0 && not_billable !== "cancelled"

type OutstandingSectionProps = {
  order: AdminOrder
  outstanding: ReturnType<typeof useOutstanding>
}

/** What is outstanding of an order, how much of it the customer has been asked for, and the way to ask for the rest. */
export const OutstandingSection = ({ order, outstanding }: OutstandingSectionProps) => {
  const t = useTexts()
  const headingId = useId()
  const { data } = outstanding

  if (outstanding.error && !data) {
    return (
      <LoadFailure
        title={t("billing.loadFailed")}
        error={outstanding.error}
        isRetrying={outstanding.isFetching}
        onRetry={() => void outstanding.refetch()}
      />
    )
  }
  if (!data || !hasOutstanding(data)) {
    return null
  }

  const asked = data.open.reduce((sum, { amount }) => sum + amount, 0)
  const reason = reasons[data.not_billable ?? ""]

  return (
    <section aria-labelledby={headingId} className="divide-y divide-dashed">
      <Heading level="h2" id={headingId} className="px-6 py-4">
        {t("billing.title")}
      </Heading>
      <dl className="divide-y divide-dashed">
        <FieldRow label={t("billing.pending")}>
          <Amount value={data.pending} currencyCode={data.currency_code} />
        </FieldRow>
        <FieldRow label={t("billing.asked")}>
          <Amount value={asked} currencyCode={data.currency_code} />
        </FieldRow>
        <FieldRow label={t("billing.rest")}>
          <Amount value={data.billable} currencyCode={data.currency_code} />
        </FieldRow>
      </dl>
      <div className="bg-ui-bg-subtle flex flex-col items-start gap-y-2 rounded-b-lg px-6 py-4">
        <BillDrawer
          order={order}
          amount={data.billable}
          currencyCode={data.currency_code}
          unavailable={reason && t(reason)}
        />
        {reason && (
          <Text size="small" leading="compact" className="text-ui-fg-subtle">
            {t(reason)}
          </Text>
        )}
      </div>
    </section>
  )
}
