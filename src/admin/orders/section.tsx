import { ArrowPath } from "@medusajs/icons"
import { Alert, Heading, Text } from "@medusajs/ui"
import { useId } from "react"

import { ActionButton } from "../components/action-button"
import { OrderStatusBadge } from "../components/badges"
import { CustomerLink } from "../components/customer"
import { DueDate } from "../components/due"
import { FieldRow } from "../components/section"
import { Amount, Moment } from "../components/values"
import type { OrderWarning } from "../../api/admin/e-invoice/answers"
import { useTexts } from "../lib/texts"
import { CancelOrderDrawer, OpenRefunds, ResendLinkDrawer, UpdateLinkDrawer } from "./actions"
import {
  contactOf,
  type EInvoiceOrderSummary,
  paidTotal,
  readOrderDetail,
  type ReachableOrder,
  refundedTotal,
} from "./data"
import { SentRequestDrawer } from "./sent-request"
import { OtherOrders, SettleCreationDrawer } from "./settle"
import { TimelineDrawer } from "./timeline"
import { isOfEarlierAttempt, observerText, statusText, warningWords } from "./words"

type EInvoiceOrderSectionProps = {
  title: string
  order: EInvoiceOrderSummary
  inMedusa: ReachableOrder & { readonly id: string }
}

/** One e-invoice order: its status, what to watch out for, its facts, and what can be done. */
export const EInvoiceOrderSection = ({ title, order, inMedusa }: EInvoiceOrderSectionProps) => {
  const headingId = useId()

  return (
    <section aria-labelledby={headingId} className="divide-y divide-dashed">
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <Heading level="h2" id={headingId}>
          {title}
        </Heading>
        <OrderStatusBadge order={order} />
      </div>
      <OrderWarnings order={order} />
      <EInvoiceOrderFacts order={order} />
      <EInvoiceOrderActions order={order} inMedusa={inMedusa} />
    </section>
  )
}

type EInvoiceOrderActionsProps = {
  order: EInvoiceOrderSummary
  /** The Medusa order whose page this stands on. */
  inMedusa: ReachableOrder & { readonly id: string }
}

/** What can be done with an e-invoice order, and how it went. */
const EInvoiceOrderActions = ({ order, inMedusa }: EInvoiceOrderActionsProps) => {
  const t = useTexts()
  const orderId = inMedusa.id
  const statusInWords = statusText(t, order)
  const { remote_order_uuid: uuid } = order

  return (
    <div className="bg-ui-bg-subtle flex flex-wrap items-center gap-2 rounded-b-lg px-6 py-4">
      {order.state === "in_doubt" && <SettleCreationDrawer order={order} orderId={orderId} />}
      {order.flags.includes("refund_in_doubt") && <OpenRefunds order={order} orderId={orderId} />}
      {order.flags.includes("second_order") && <OtherOrders order={order} orderId={orderId} />}
      <ActionButton
        label={t("actions.refresh")}
        icon={<ArrowPath />}
        operation={{
          path: `/orders/${encodeURIComponent(order.id)}/refresh`,
          orderId,
        }}
        read={readOrderDetail}
        success={(refreshed) => t("actions.refreshed", { status: statusText(t, refreshed) })}
        running={t("actions.refreshing")}
      />
      <TimelineDrawer order={order} />
      <SentRequestDrawer order={order} />
      {uuid !== null && (
        <>
          <ResendLinkDrawer
            uuid={uuid}
            orderId={orderId}
            contact={contactOf(inMedusa)}
            can={order.can}
            statusInWords={statusInWords}
          />
          <UpdateLinkDrawer
            uuid={uuid}
            orderId={orderId}
            can={order.can}
            statusInWords={statusInWords}
          />
        </>
      )}
      <CancelOrderDrawer order={order} orderId={orderId} />
    </div>
  )
}

type EInvoiceOrderFactsProps = {
  order: EInvoiceOrderSummary
  /** Whether the customer is named, where the page does not do so itself. */
  namesCustomer?: boolean
}

/** What is known about an e-invoice order, as terms and descriptions. */
export const EInvoiceOrderFacts = ({ order, namesCustomer = false }: EInvoiceOrderFactsProps) => {
  const t = useTexts()
  const currencyCode = order.currency_code
  const observer = order.last_checked_by && observerText(order.last_checked_by)

  return (
    <dl className="divide-y divide-dashed">
      {namesCustomer && (
        <FieldRow label={t("fields.customer")}>
          <CustomerLink customer={order.customer} />
        </FieldRow>
      )}
      <FieldRow
        label={t("fields.orderId")}
        copy={
          order.remote_order_uuid
            ? {
                content: order.remote_order_uuid,
                label: t("actions.copyOrderId"),
              }
            : undefined
        }
      >
        {order.remote_order_uuid ?? t("fields.notYet")}
      </FieldRow>
      <FieldRow
        label={t("fields.invoiceNumber")}
        copy={
          order.invoice_number
            ? {
                content: order.invoice_number,
                label: t("actions.copyInvoiceNumber"),
              }
            : undefined
        }
      >
        {order.invoice_number ?? t("fields.notYet")}
      </FieldRow>
      <FieldRow label={t("fields.reference")}>
        {order.reference_no ?? t("fields.none")}
        {isOfEarlierAttempt(order) && (
          <span className="block">{t("fields.referenceOfEarlierAttempt")}</span>
        )}
      </FieldRow>
      {order.hold_until !== null && (
        <FieldRow label={t("fields.heldUntil")}>
          <Moment at={order.hold_until} />
        </FieldRow>
      )}
      <FieldRow label={t(order.hold_until === null ? "fields.sent" : "fields.held")}>
        <Amount value={order.grand_total} currencyCode={currencyCode} />
      </FieldRow>
      {(order.due_at ?? order.is_overdue) && (
        <FieldRow label={t("fields.due")}>
          <DueDate at={order.due_at} isOverdue={order.is_overdue} />
        </FieldRow>
      )}
      <FieldRow label={t("fields.paid")}>
        <Amount value={paidTotal(order)} currencyCode={currencyCode} />
      </FieldRow>
      <FieldRow label={t("fields.refunded")}>
        <Amount value={refundedTotal(order)} currencyCode={currencyCode} />
      </FieldRow>
      {order.credited_total > 0 && (
        <FieldRow label={t("fields.credited")}>
          <Amount value={order.credited_total} currencyCode={currencyCode} />
        </FieldRow>
      )}
      <FieldRow label={t("fields.lastChecked")}>
        {order.last_checked_at ? (
          <>
            <Moment at={order.last_checked_at} />
            {observer && <span className="block">{t(observer)}</span>}
          </>
        ) : (
          t("fields.never")
        )}
      </FieldRow>
    </dl>
  )
}

type OrderWarningsProps = {
  order: Pick<EInvoiceOrderSummary, "warnings">
}

/** What staff have to know and do about an e-invoice order; nothing while all is well. */
export const OrderWarnings = ({ order }: OrderWarningsProps) =>
  order.warnings.map((warning) => <WarningText key={warning} warning={warning} />)

const WarningText = ({ warning }: { warning: OrderWarning }) => {
  const t = useTexts()
  const { title, advice } = warningWords[warning]

  return (
    <div className="px-6 py-4">
      <Alert variant="warning">
        <Text as="span" size="small" leading="compact" weight="plus">
          {t(title)}
        </Text>
        <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {t(advice)}
        </Text>
      </Alert>
    </div>
  )
}
