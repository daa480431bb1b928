import { Table } from "@medusajs/ui"

import { Amount, type AmountProps } from "./amount"

/** An amount in a row of a table. */
export const AmountCell = (amount: AmountProps) => (
  <Table.Cell className="text-nowrap text-right">
    <Amount {...amount} />
  </Table.Cell>
)
