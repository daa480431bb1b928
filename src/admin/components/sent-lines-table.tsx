import { Table } from "@medusajs/ui"
import type { ReactNode } from "react"

import { formatNumber, formatPercent } from "../lib/number-format"
import type { SentLine } from "../lib/sent-request"
import { useTexts } from "../lib/texts"
import { Amount } from "./amount"

type SentLinesTableProps = {
  lines: readonly SentLine[]
  currencyCode: string
}

/** Columns between the product and its amount fold under the product's name where the screen is narrow. */
const WIDE_ONLY = "max-sm:hidden"
const NARROW_ONLY = "sm:hidden"

/** The lines of a sent request. The discount is shown only where there is one. */
export const SentLinesTable = ({ lines, currencyCode }: SentLinesTableProps) => {
  const t = useTexts()
  const hasDiscount = lines.some(({ discount }) => discount)

  return (
    <Table>
      <caption className="sr-only">{t("sentRequest.lines")}</caption>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell scope="col">{t("sentRequest.product")}</Table.HeaderCell>
          <NumberHeader className={WIDE_ONLY}>{t("sentRequest.quantity")}</NumberHeader>
          <NumberHeader className={WIDE_ONLY}>{t("sentRequest.rate")}</NumberHeader>
          {hasDiscount && (
            <NumberHeader className={WIDE_ONLY}>{t("sentRequest.discount")}</NumberHeader>
          )}
          <NumberHeader className={WIDE_ONLY}>{t("sentRequest.tax")}</NumberHeader>
          <NumberHeader>{t("sentRequest.amount")}</NumberHeader>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {lines.map((line, index) => (
          <LineRow key={index} line={line} currencyCode={currencyCode} hasDiscount={hasDiscount} />
        ))}
      </Table.Body>
    </Table>
  )
}

type LineRowProps = {
  line: SentLine
  currencyCode: string
  hasDiscount: boolean
}

const LineRow = ({ line, currencyCode, hasDiscount }: LineRowProps) => {
  const t = useTexts()
  const unknown = t("fields.unknown")
  const quantity = line.quantity === null ? unknown : formatNumber(line.quantity)
  const tax = line.tax === null ? unknown : formatPercent(line.tax)
  const rate = <Amount value={line.rate} currencyCode={currencyCode} />
  const discount = <Amount value={line.discount ?? 0} currencyCode={currencyCode} />

  return (
    <Table.Row>
      <Table.Cell className="py-3 pr-4 align-top">
        <span className="text-ui-fg-base block [overflow-wrap:anywhere]">
          {line.name ?? unknown}
        </span>
        <span className={`${NARROW_ONLY} mt-1 block`}>
          {quantity} × {rate}
          {line.discount ? (
            <>
              , {t("sentRequest.discount")} {discount}
            </>
          ) : null}
          , <span className="text-nowrap">{`${t("sentRequest.tax")} ${tax}`}</span>
        </span>
      </Table.Cell>
      <NumberCell className={WIDE_ONLY}>{quantity}</NumberCell>
      <NumberCell className={WIDE_ONLY}>{rate}</NumberCell>
      {hasDiscount && <NumberCell className={WIDE_ONLY}>{discount}</NumberCell>}
      <NumberCell className={WIDE_ONLY}>{tax}</NumberCell>
      <NumberCell>
        <Amount value={line.amount} currencyCode={currencyCode} />
      </NumberCell>
    </Table.Row>
  )
}

type CellProps = { children: ReactNode; className?: string }

const NumberHeader = ({ children, className = "" }: CellProps) => (
  <Table.HeaderCell scope="col" className={`pr-4 text-right ${className}`}>
    {children}
  </Table.HeaderCell>
)

const NumberCell = ({ children, className = "" }: CellProps) => (
  <Table.Cell className={`text-nowrap py-3 pr-4 text-right align-top tabular-nums ${className}`}>
    {children}
  </Table.Cell>
)
