import { Table } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { AmountCell } from "../amount-cell"
import { ScrolledTable } from "../scrolled-table"
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
          <Table.Cell>{line.name}</Table.Cell>
          <AmountCell value={line.amount} currencyCode={currencyCode} />
          <AmountCell value={line.captured} currencyCode={currencyCode} />
          <AmountCell value={line.left} currencyCode={currencyCode} />
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}

/** Captures and charges, each with what can still be given back of it. */
export const MovementsTable = ({ uuid, account, currencyCode, orderId }: TablesProps) => {
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
          <Table.Cell className="text-nowrap">{movement.at ?? t("fields.unknown")}</Table.Cell>
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
    </ScrolledTable>
  )
}
