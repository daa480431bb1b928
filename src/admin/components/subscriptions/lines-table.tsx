import { Table, Text } from "@medusajs/ui"

import { formatNumber, formatPercent } from "../../lib/number-format"
import { useTexts } from "../../lib/texts"
import { Amount } from "../amount"
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
    <div
      className="overflow-x-auto"
      role="group"
      tabIndex={0}
      aria-label={t("subscriptions.lines.title")}
    >
      <Table aria-label={t("subscriptions.lines.title")}>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>
              {t("subscriptions.lines.product")}
            </Table.HeaderCell>
            <Table.HeaderCell className="text-right">
              {t("subscriptions.lines.quantity")}
            </Table.HeaderCell>
            <Table.HeaderCell className="text-right">
              {t("subscriptions.lines.tax")}
            </Table.HeaderCell>
            <Table.HeaderCell className="text-right">
              {t("subscriptions.lines.amount")}
            </Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {lines.map((line, index) => (
            <Table.Row key={index}>
              <Table.Cell>{line.productName ?? t("fields.unknown")}</Table.Cell>
              <Table.Cell className="text-right tabular-nums">
                {line.quantity === null
                  ? t("fields.unknown")
                  : formatNumber(line.quantity)}
              </Table.Cell>
              <Table.Cell className="text-right tabular-nums">
                {line.tax === null
                  ? t("fields.unknown")
                  : formatPercent(line.tax)}
              </Table.Cell>
              <Table.Cell className="text-right">
                <Amount value={line.amount} currencyCode={currencyCode} />
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}
