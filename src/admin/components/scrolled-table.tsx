import { Table } from "@medusajs/ui"
import type { ReactNode } from "react"

/** What stands above a column. */
type ColumnHead = {
  readonly text: string
  /** Numbers stand at the right, so that their digits can be compared. */
  readonly isNumber?: boolean
  /** Said to screen readers only, as of a column of buttons. */
  readonly isUnseen?: boolean
}

type ScrolledTableProps = {
  title: string
  heads: readonly ColumnHead[]
  /** Its rows. */
  children: ReactNode
}

/** A table that scrolls sideways where it is wider than the page, also by keyboard. */
export const ScrolledTable = ({ title, heads, children }: ScrolledTableProps) => (
  <div className="overflow-x-auto" role="group" tabIndex={0} aria-label={title}>
    <Table aria-label={title}>
      <Table.Header>
        <Table.Row>
          {heads.map(({ text, isNumber, isUnseen }) => (
            <Table.HeaderCell key={text} scope="col" className={isNumber ? "text-right" : ""}>
              {isUnseen ? <span className="sr-only">{text}</span> : text}
            </Table.HeaderCell>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>{children}</Table.Body>
    </Table>
  </div>
)
