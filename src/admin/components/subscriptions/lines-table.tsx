import { Table, Text } from "@medusajs/ui"

import { formatNumber, formatPercent } from "../../lib/number-format"
import { useTexts } from "../../lib/texts"
import { AmountCell } from "../amount-cell"
import { ScrolledTable } from "../scrolled-table"
import type { SubscriptionLine } from "./subscription-data"

type LinesTableProps = {
  lines: readonly SubscriptionLine[]
  currencyCode: string
}

/** The product lines that each cycle bills. */
export const LinesTable = ({ lines, currencyCode }: LinesTableProps) => {
  const t = useTexts()

  if (lines.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("subscriptions.lines.none")}
      </Text>
    )
  }

  return (
    <ScrolledTable
      title={t("subscriptions.lines.title")}
      heads={[
        { text: t("subscriptions.lines.product") },
        { text: t("subscriptions.lines.quantity"), isNumber: true },
        { text: t("subscriptions.lines.tax"), isNumber: true },
        { text: t("subscriptions.lines.amount"), isNumber: true },
      ]}
    >
      {lines.map((line, index) => (
        <Table.Row key={index}>
          <Table.Cell>{line.productName ?? t("fields.unknown")}</Table.Cell>
          <Table.Cell className="text-right tabular-nums">
            {line.quantity === null ? t("fields.unknown") : formatNumber(line.quantity)}
          </Table.Cell>
          <Table.Cell className="text-right tabular-nums">
            {line.tax === null ? t("fields.unknown") : formatPercent(line.tax)}
          </Table.Cell>
          <AmountCell value={line.amount} currencyCode={currencyCode} />
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}
