import { Table } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { Amount } from "../amount"
import { ageText } from "./age-text"
import type { Outstanding } from "./overview-answer"

/** What the picture shows, in figures. */
export const OutstandingTable = ({ of }: { of: Outstanding }) => {
  const t = useTexts()

  return (
    <Table aria-label={`${t("overview.outstanding.title")}, ${of.currency_code.toUpperCase()}`}>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("overview.outstanding.age")}</Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("overview.outstanding.ordersColumn")}
          </Table.HeaderCell>
          <Table.HeaderCell className="text-right">
            {t("overview.outstanding.amount")}
          </Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {of.ages.map((age) => (
          <Table.Row key={age.from_days}>
            <Table.Cell>{ageText(t, age)}</Table.Cell>
            <Table.Cell className="text-right tabular-nums">{age.count}</Table.Cell>
            <Table.Cell className="text-right">
              <Amount value={age.amount} currencyCode={of.currency_code} />
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}
