import { clx, Container, Table } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { Link } from "react-router-dom"

import { ReservationBadge } from "../components/badges"
import { CustomerLink } from "../components/customer"
import { FieldRow, Loaded, NotAsked, PageHeader } from "../components/section"
import { ScrolledTable } from "../components/table"
import {
  Amount,
  AmountCell,
  CalendarDay,
  Moment,
  ServiceDay,
  useAmountText,
} from "../components/values"
import { useEInvoiceQuery, useInStepWithRecords } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { OpenOperations } from "../operations/table"
import {
  CancelReservationDrawer,
  CaptureDrawer,
  ChargeDrawer,
  CompleteDrawer,
  RefundMovedLinesDrawer,
  RefundMovementDrawer,
} from "./actions"
import { chargeableUntil, readReservation, type Reservation, type ReservationAccount } from "./data"
import { HistoryDrawer } from "./history"
import { ResendReservationDrawer } from "./link-actions"
import { AwaitingApproval } from "./table"

type ReservationViewProps = {
  reservation: Reservation
  /** What fetched it. */
  query: ComponentProps<typeof NotAsked>["query"]
  /** The currency of the order; the record's own when left out. */
  currencyCode?: string | undefined
  /** Whether the Medusa order is named, where it is not the page's own. */
  namesOrder?: boolean
}

/** One reservation: where its money is, its lines, captures and charges, and what can be done. */
export const ReservationView = ({
  reservation,
  query,
  currencyCode = reservation.record.currency_code ?? "nok",
  namesOrder = false,
}: ReservationViewProps) => {
  const { record, account, problem } = reservation
  const t = useTexts()
  const change = account && {
    uuid: record.remote_uuid,
    account,
    can: reservation.can,
    currencyCode,
    orderId: record.order_id ?? undefined,
  }

  return (
    <div className="divide-y">
      {problem && (
        <div className="px-6 py-4">
          <NotAsked title={t("reservations.notAsked")} problem={problem} query={query} />
        </div>
      )}
      <OpenOperations subject_uuid={record.remote_uuid} />
      {account && <ReservationBar account={account} currencyCode={currencyCode} />}
      <ReservationFacts
        reservation={reservation}
        currencyCode={currencyCode}
        namesOrder={namesOrder}
      />
      {change && (
        <>
          <ReservationLinesTable account={change.account} currencyCode={currencyCode} />
          {change.account.movements.length > 0 && <MovementsTable {...change} />}
        </>
      )}
      <AwaitingApproval reservation={reservation} currencyCode={currencyCode} />
      <div className="flex flex-wrap items-center gap-2 px-6 py-4">
        {change && (
          <>
            <CaptureDrawer {...change} />
            <ChargeDrawer {...change} />
            <ResendReservationDrawer {...change} />
            <CompleteDrawer {...change} />
            <CancelReservationDrawer {...change} />
          </>
        )}
        <HistoryDrawer uuid={record.remote_uuid} currencyCode={currencyCode} />
      </div>
    </div>
  )
}

/** The page of one reservation. */
export const ReservationDetails = ({ uuid }: { uuid: string }) => {
  const t = useTexts()
  const reservation = useEInvoiceQuery(
    {
      path: `/reservations/${encodeURIComponent(uuid)}/account`,
      isAlwaysFresh: true,
    },
    readReservation
  )
  useInStepWithRecords({ remote_uuid: uuid }, reservation.refetch)
  const { data } = reservation

  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={t("reservations.details.title", { id: uuid })}
        badge={data && <ReservationBadge status={data.account?.status ?? data.record.status} />}
      />
      <Container className="p-0">
        <Loaded
          query={reservation}
          loading={t("reservations.loading")}
          rows={6}
          failed={t("reservations.failed")}
        >
          {(found) => <ReservationView reservation={found} query={reservation} namesOrder />}
        </Loaded>
      </Container>
    </div>
  )
}

type ReservationFactsProps = {
  reservation: Reservation
  currencyCode: string
  /** Whether the Medusa order is named, where it is not the page's own. */
  namesOrder: boolean
}

/** What was agreed, and what has become of it in money. */
const ReservationFacts = ({
  reservation: { record, account },
  currencyCode,
  namesOrder,
}: ReservationFactsProps) => {
  const t = useTexts()
  const until = account && chargeableUntil(account)

  return (
    <dl className="divide-y divide-dashed">
      {namesOrder && (
        <FieldRow label={t("fields.customer")}>
          <CustomerLink customer={record.customer} />
        </FieldRow>
      )}
      <FieldRow label={t("reservations.facts.total")}>
        <Amount value={account?.total ?? record.amount} currencyCode={currencyCode} />
      </FieldRow>
      {account && (
        <>
          <FieldRow label={t("reservations.facts.reserved")}>
            <Amount value={account.reserved} currencyCode={currencyCode} />
            {account.reserved_at && (
              <>
                , <ServiceDay on={account.reserved_at} />
              </>
            )}
          </FieldRow>
          <FieldRow label={t("reservations.facts.refunded")}>
            <Amount value={account.refunded} currencyCode={currencyCode} />
          </FieldRow>
          {account.charge_validity && (
            <FieldRow
              label={t(
                until ? "reservations.facts.chargeableUntil" : "reservations.facts.chargeValidity"
              )}
            >
              {until ? (
                <CalendarDay on={until} />
              ) : (
                t("reservations.facts.days", {
                  days: account.charge_validity,
                  count: Number(account.charge_validity),
                })
              )}
            </FieldRow>
          )}
        </>
      )}
      <FieldRow
        label={t("reservations.facts.id")}
        copy={{
          content: record.remote_uuid,
          label: t("reservations.facts.copyId"),
        }}
      >
        {record.remote_uuid}
      </FieldRow>
      {record.payment_url && (
        <FieldRow
          label={t("reservations.facts.link")}
          copy={{
            content: record.payment_url,
            label: t("reservations.facts.copyLink"),
          }}
        >
          {record.payment_url}
        </FieldRow>
      )}
      {namesOrder && record.order_id && (
        <FieldRow label={t("reservations.facts.order")}>
          <Link
            to={`/orders/${encodeURIComponent(record.order_id)}`}
            className="text-ui-fg-base underline underline-offset-2 focus-visible:shadow-borders-focus rounded-sm outline-none"
          >
            {record.order_number
              ? t("overview.attention.order", { number: record.order_number })
              : t("reservations.facts.openOrder")}
          </Link>
        </FieldRow>
      )}
      {record.last_checked_at && (
        <FieldRow label={t("fields.lastChecked")}>
          <Moment at={record.last_checked_at} />
        </FieldRow>
      )}
    </dl>
  )
}

type TablesProps = {
  uuid: string
  account: ReservationAccount
  currencyCode: string
  orderId: string | undefined
}

/** The lines of a reservation: what each was reserved for, what was captured, and what is left. */
const ReservationLinesTable = ({
  account,
  currencyCode,
}: Pick<TablesProps, "account" | "currencyCode">) => {
  const t = useTexts()
  const title = t("reservations.lines.title")

  return (
    <ScrolledTable
      title={title}
      heads={[
        { text: t("reservations.lines.line") },
        { text: t("reservations.lines.amount"), isNumber: true },
        { text: t("reservations.amounts.captured"), isNumber: true },
        { text: t("reservations.lines.left"), isNumber: true },
      ]}
    >
      {account.lines.map((line, index) => (
        <Table.Row key={line.id ?? index}>
          <Table.Cell className="min-w-36">{line.name}</Table.Cell>
          <AmountCell value={line.amount} currencyCode={currencyCode} />
          <AmountCell value={line.captured} currencyCode={currencyCode} />
          <AmountCell value={line.left} currencyCode={currencyCode} />
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}

/** Captures and charges, each with what can still be refunded of it. */
const MovementsTable = ({ uuid, account, currencyCode, orderId }: TablesProps) => {
  const t = useTexts()
  const title = t("reservations.movements.title")

  return (
    <ScrolledTable
      title={title}
      heads={[
        { text: t("reservations.movements.what") },
        { text: t("reservations.movements.at") },
        { text: t("reservations.lines.amount"), isNumber: true },
        { text: t("reservations.facts.refunded"), isNumber: true },
        { text: t("reservations.refund.label"), isUnseen: true },
      ]}
    >
      {account.movements.map((movement) => (
        <Table.Row key={movement.uuid}>
          <Table.Cell className="text-nowrap">
            {movement.source === "captured"
              ? t("reservations.movements.capture")
              : t("reservations.movements.charge")}
          </Table.Cell>
          <Table.Cell className="text-nowrap">
            <ServiceDay on={movement.at} withTime />
          </Table.Cell>
          <AmountCell value={movement.amount} currencyCode={currencyCode} />
          <AmountCell value={movement.refunded} currencyCode={currencyCode} />
          <Table.Cell className="py-1">
            <div className="flex justify-end gap-x-2">
              {movement.lines.length > 1 && (
                <RefundMovedLinesDrawer
                  uuid={uuid}
                  movement={movement}
                  currencyCode={currencyCode}
                  orderId={orderId}
                />
              )}
              <RefundMovementDrawer
                uuid={uuid}
                movement={movement}
                currencyCode={currencyCode}
                orderId={orderId}
              />
            </div>
          </Table.Cell>
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}

type ReservationBarProps = {
  account: ReservationAccount
  currencyCode: string
}

/** Hatched and plain beside coloured, so that the parts differ without their colours. */
const HATCHED = "bg-[repeating-linear-gradient(45deg,transparent_0_4px,var(--bg-base)_4px_6px)]"

/**
 * Where a reservation's money is, as a picture: captured, still reserved, charged beyond. The same stands in words in the
 * legend below and, in one sentence, for screen readers.
 */
const ReservationBar = ({ account, currencyCode }: ReservationBarProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const { bar } = account
  const parts = [
    {
      key: "captured",
      label: t("reservations.amounts.captured"),
      amount: account.captured,
      width: bar.captured,
      look: "bg-ui-tag-green-icon",
    },
    {
      key: "left",
      label: t("reservations.amounts.left"),
      amount: account.left,
      width: bar.left,
      look: clx("bg-ui-tag-blue-icon", HATCHED),
    },
    {
      key: "charged",
      label: t("reservations.amounts.charged"),
      amount: account.charged,
      width: bar.charged,
      look: "bg-ui-tag-purple-icon",
    },
  ]

  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div
        role="img"
        aria-label={t("reservations.bar", {
          captured: amountText(account.captured, currencyCode),
          left: amountText(account.left, currencyCode),
          charged: amountText(account.charged, currencyCode),
        })}
        className="bg-ui-bg-component border-ui-border-base flex h-4 w-full gap-x-px overflow-hidden rounded-md border"
      >
        {parts.map(({ key, width, look }) => (
          <span key={key} className={look} style={{ width: `${width}%` }} />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {parts.map(({ key, label, amount, look }) => (
          <li key={key} className="txt-compact-small text-ui-fg-subtle flex items-center gap-x-2">
            <span aria-hidden className={clx("size-3 shrink-0 rounded-sm", look)} />
            {label}{" "}
            <span className="text-ui-fg-base tabular-nums">{amountText(amount, currencyCode)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
