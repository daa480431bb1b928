import { Link } from "react-router-dom"

import { useTexts } from "../../lib/texts"
import { Amount } from "../amount"
import { FieldRow } from "../field-row"
import { Moment } from "../moment"
import type { Reservation } from "./reservation-data"

type ReservationFactsProps = {
  reservation: Reservation
  currencyCode: string
  /** Whether the Medusa order is named, where it is not the page's own. */
  namesOrder: boolean
}

/** What was agreed, and what has become of it in money. */
export const ReservationFacts = ({
  reservation: { record, account },
  currencyCode,
  namesOrder,
}: ReservationFactsProps) => {
  const t = useTexts()

  return (
    <dl className="divide-y divide-dashed">
      <FieldRow label={t("reservations.facts.total")}>
        <Amount value={account?.total ?? record.amount} currencyCode={currencyCode} />
      </FieldRow>
      {account && (
        <>
          <FieldRow label={t("reservations.facts.reserved")}>
            <Amount value={account.reserved} currencyCode={currencyCode} />
            {account.reserved_at && <>, {account.reserved_at}</>}
          </FieldRow>
          <FieldRow label={t("reservations.facts.refunded")}>
            <Amount value={account.refunded} currencyCode={currencyCode} />
          </FieldRow>
          {account.charge_validity && (
            <FieldRow label={t("reservations.facts.chargeValidity")}>
              {t("reservations.facts.days", {
                days: account.charge_validity,
              })}
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
            {t("reservations.facts.openOrder")}
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
