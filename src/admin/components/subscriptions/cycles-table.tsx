import { Table, Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { Amount } from "../amount"
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
    <div
      className="overflow-x-auto"
      role="group"
      tabIndex={0}
      aria-label={t("subscriptions.cycles.title")}
    >
      <Table aria-label={t("subscriptions.cycles.title")}>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>
              {t("subscriptions.cycles.cycle")}
            </Table.HeaderCell>
            <Table.HeaderCell>
              {t("subscriptions.cycles.from")}
            </Table.HeaderCell>
            <Table.HeaderCell>
              {t("subscriptions.cycles.status")}
            </Table.HeaderCell>
            <Table.HeaderCell className="text-right">
              {t("subscriptions.cycles.amount")}
            </Table.HeaderCell>
            <Table.HeaderCell className="text-right">
              {t("subscriptions.cycles.refunded")}
            </Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {[...cycles].reverse().map((cycle) => (
            <Table.Row key={cycle.name}>
              <Table.Cell className="text-nowrap">{cycle.name}</Table.Cell>
              <Table.Cell className="text-nowrap">
                <ServiceDay on={cycle.startDate} />
              </Table.Cell>
              <Table.Cell>
                <CycleBadge status={cycle.status} />
              </Table.Cell>
              <Table.Cell className="text-right">
                <Amount value={cycle.amount} currencyCode={currencyCode} />
              </Table.Cell>
              <Table.Cell className="text-right">
                <Amount
                  value={cycle.refundedAmount}
                  currencyCode={currencyCode}
                />
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}
