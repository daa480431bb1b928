import { Table, Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { AmountCell } from "../amount-cell"
import { ScrolledTable } from "../scrolled-table"
import { ServiceDay } from "../service-day"
import { CycleBadge } from "./subscription-badges"
import type { SubscriptionCycle } from "./subscription-data"

type CyclesTableProps = {
  cycles: readonly SubscriptionCycle[]
  currencyCode: string
}

/** What was billed of a subscription, one row a cycle, the newest first. */
export const CyclesTable = ({ cycles, currencyCode }: CyclesTableProps) => {
  const t = useTexts()

  if (cycles.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("subscriptions.cycles.none")}
      </Text>
    )
  }

  return (
    <ScrolledTable
      title={t("subscriptions.cycles.title")}
      heads={[
        { text: t("subscriptions.cycles.cycle") },
        { text: t("subscriptions.cycles.from") },
        { text: t("subscriptions.cycles.status") },
        { text: t("subscriptions.cycles.amount"), isNumber: true },
        { text: t("subscriptions.cycles.refunded"), isNumber: true },
      ]}
    >
      {[...cycles].reverse().map((cycle) => (
        <Table.Row key={cycle.name}>
          <Table.Cell className="text-nowrap">{cycle.name}</Table.Cell>
          <Table.Cell className="text-nowrap">
            <ServiceDay on={cycle.startDate} />
          </Table.Cell>
          <Table.Cell>
            <CycleBadge status={cycle.status} />
          </Table.Cell>
          <AmountCell value={cycle.amount} currencyCode={currencyCode} />
          <AmountCell value={cycle.refundedAmount} currencyCode={currencyCode} />
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}
