import { createDataTableColumnHelper, Text } from "@medusajs/ui"
import { useMemo } from "react"

import { ReservationBadge } from "../components/badges"
import { ActionButton } from "../components/action-button"
import { CustomerCell } from "../components/customer"
import { RecordTable, useTableState } from "../components/table"
import { Amount, Moment, useAmountText } from "../components/values"
import { ignoreAnswer, useUnavailability } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { failureText } from "../lib/refusals"
import { useTexts } from "../lib/texts"
import { OutcomeButton } from "../operations/settle"
import { readRecordPage } from "../subscriptions/data"
import { type RememberedReservation, type Reservation, reservationStatuses } from "./data"
import { FollowDrawer } from "./link-actions"

const column = createDataTableColumnHelper<RememberedReservation>()

/** The reservations that are followed from here: the service has no list of them. */
export const ReservationsTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const state = useTableState({
    filters: [
      {
        id: "created_at",
        type: "date",
        label: t("reservations.list.created"),
        options: [],
      },
      {
        id: "status",
        type: "select",
        label: t("reservations.list.status"),
        options: reservationStatuses.map(({ value, text }) => ({
          value,
          label: t(text),
        })),
      },
    ],
    defaultSorting: { id: "created_at", desc: true },
  })
  const list = useEInvoiceQuery(
    {
      path: "/records",
      query: { ...state.query, kind: "reservation" },
      keepsPrevious: true,
      isFollowed: true,
    },
    readRecordPage
  )

  return (
    <RecordTable
      title={t("reservations.list.title")}
      description={t("reservations.list.description")}
      actions={<FollowDrawer />}
      file={{ path: "/records", query: { kind: "reservation" }, name: "reservations" }}
      state={state}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowTo={({ remote_uuid }) => `/e-invoice/reservations/${encodeURIComponent(remote_uuid)}`}
      searchFor={t("reservations.list.searchFor")}
      empty={{
        heading: t("reservations.list.empty"),
        description: t("reservations.list.emptyAdvice"),
      }}
    />
  )
}

const useColumns = () => {
  const t = useTexts()
  return useMemo(
    () => [
      column.accessor("remote_uuid", {
        header: t("reservations.list.id"),
        cell: ({ getValue }) => getValue(),
      }),
      column.accessor("customer", {
        header: t("fields.customer"),
        cell: ({ getValue }) => <CustomerCell customer={getValue()} />,
      }),
      column.accessor("order_number", {
        header: t("fields.order"),
        cell: ({ getValue }) => getValue() ?? "–",
      }),
      column.accessor("status", {
        header: t("reservations.list.status"),
        enableSorting: true,
        sortLabel: t("reservations.list.status"),
        cell: ({ getValue }) => <ReservationBadge status={getValue()} />,
      }),
      column.accessor("amount", {
        header: t("reservations.list.amount"),
        headerAlign: "right",
        enableSorting: true,
        sortLabel: t("reservations.list.amount"),
        cell: ({ row: { original } }) => (
          <div className="text-right">
            <Amount value={original.amount} currencyCode={original.currency_code ?? "nok"} />
          </div>
        ),
      }),
      column.accessor("last_checked_at", {
        header: t("fields.lastChecked"),
        enableSorting: true,
        sortLabel: t("fields.lastChecked"),
        cell: ({ getValue }) => {
          const at = getValue()
          return at ? <Moment at={at} /> : t("fields.never")
        },
      }),
      column.accessor("created_at", {
        header: t("reservations.list.created"),
        enableSorting: true,
        sortLabel: t("reservations.list.created"),
        cell: ({ getValue }) => {
          const at = getValue()
          return at ? <Moment at={at} /> : t("fields.unknown")
        },
      }),
    ],
    [t]
  )
}

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
              {failureText(t, { messageKey: refund.message_key, message: refund.message })}
            </Text>
            {refund.approval_asked_at ? (
              <>
                <Text size="small" className="text-ui-fg-subtle">
                  {t("refunds.approval.asked")} <Moment at={refund.approval_asked_at} />
                </Text>
                <ApprovalAnswer refund={refund} record={record} />
              </>
            ) : (
              <div className="flex flex-wrap items-center gap-2">
                <ActionButton
                  label={t("refunds.approval.label")}
                  unavailable={switchedOff}
                  operation={{
                    path: `/reservations/${encodeURIComponent(record.remote_uuid)}/refunds/${encodeURIComponent(refund.id)}/approval`,
                  }}
                  read={ignoreAnswer}
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

type ApprovalAnswerProps = {
  refund: Reservation["awaiting_approval"][number]
  record: Pick<RememberedReservation, "order_id" | "customer_id">
}

/** Records how the operator decided: the service does not report it. */
const ApprovalAnswer = ({
  refund: { id, attempt },
  record: { order_id, customer_id },
}: ApprovalAnswerProps) => {
  const operation = { id, attempt, order_id, customer_id }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <OutcomeButton operation={operation} outcome="yes" />
      <OutcomeButton operation={operation} outcome="no" />
    </div>
  )
}
