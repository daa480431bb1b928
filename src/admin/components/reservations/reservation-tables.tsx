import { Table } from "@medusajs/ui"
import type { ReactNode } from "react"

import { useTexts } from "../../lib/texts"
import { Amount } from "../amount"
import type { ReservationAccount } from "./reservation-data"
import { RefundMovementDrawer } from "./refund-movement-drawer"

type TablesProps = {
  uuid: string
  account: ReservationAccount
  currencyCode: string
  orderId: string | undefined
}

/** The lines of a reservation: what each was reserved for, what was captured, and what is left. */
export const ReservationLinesTable = ({
  account,
  currencyCode,
}: Pick<TablesProps, "account" | "currencyCode">) => {
  const t = useTexts()
  const title = t("reservations.lines.title")

  return (
    <ScrolledTable title={title}>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("reservations.lines.line")}</Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("reservations.lines.amount")}
          </Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("reservations.amounts.captured")}
          </Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("reservations.lines.left")}
          </Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {account.lines.map((line, index) => (
          <Table.Row key={line.id ?? index}>
            <Table.Cell>{line.name}</Table.Cell>
            <AmountCell value={line.amount} currencyCode={currencyCode} />
            <AmountCell value={line.captured} currencyCode={currencyCode} />
            <AmountCell value={line.left} currencyCode={currencyCode} />
          </Table.Row>
        ))}
      </Table.Body>
    </ScrolledTable>
  )
}

/** Captures and charges, each with what can still be given back of it. */
export const MovementsTable = ({
  uuid,
  account,
  currencyCode,
  orderId,
}: TablesProps) => {
  const t = useTexts()
  const title = t("reservations.movements.title")

  return (
    <ScrolledTable title={title}>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>
            {t("reservations.movements.what")}
          </Table.HeaderCell>
          <Table.HeaderCell>{t("reservations.movements.at")}</Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("reservations.lines.amount")}
          </Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("reservations.facts.refunded")}
          </Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            <span className="sr-only">{t("reservations.refund.label")}</span>
          </Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {account.movements.map((movement) => (
          <Table.Row key={movement.uuid}>
            <Table.Cell className="text-nowrap">
              {movement.source === "captured"
                ? t("reservations.movements.capture")
                : t("reservations.movements.charge")}
            </Table.Cell>
            <Table.Cell className="text-nowrap">
              {movement.at ?? t("fields.unknown")}
            </Table.Cell>
            <AmountCell value={movement.amount} currencyCode={currencyCode} />
            <AmountCell value={movement.refunded} currencyCode={currencyCode} />
            <Table.Cell className="py-1 text-right">
              <RefundMovementDrawer
                uuid={uuid}
                movement={movement}
                currencyCode={currencyCode}
                orderId={orderId}
              />
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </ScrolledTable>
  )
}

const ScrolledTable = ({
  title,
  children,
}: {
  title: string
  children: ReactNode
}) => (
  <div
    className="overflow-x-auto"
    role="region"
    tabIndex={0}
    aria-label={title}
  >
    <Table aria-label={title}>{children}</Table>
  </div>
)

const AmountCell = ({
  value,
  currencyCode,
}: {
  value: number | null
  currencyCode: string
}) => (
  <Table.Cell className="text-nowrap text-right">
    <Amount value={value} currencyCode={currencyCode} />
  </Table.Cell>
)
