import { Alert, Table, Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { useUnavailability } from "../../lib/use-operations"
import { Amount } from "../amount"
import { AmountCell } from "../amount-cell"
import { FieldRow } from "../field-row"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { ScrolledTable } from "../scrolled-table"
import { Section } from "../section"
import { parseRefundAccount, type RefundAccount } from "./refund-account"
import { RefundAmountDrawer } from "./refund-amount-drawer"
import { RefundItem } from "./refund-item"
import { RefundLinesDrawer } from "./refund-lines-drawer"
import { obstacleText } from "./refund-words"

type OrderRefundsProps = {
  title: string
  /** The e-invoice order. */
  id: string
  /** The Medusa order whose page this stands on. */
  orderId: string
}

/** What can be refunded of one e-invoice order, line by line, and the refunds there have been. */
export const OrderRefunds = ({ title, id, orderId }: OrderRefundsProps) => {
  const t = useTexts()
  const path = `/orders/${encodeURIComponent(id)}/refunds`
  const account = useEInvoiceQuery({ path, isAlwaysFresh: true }, parseRefundAccount)

  if (account.data) {
    return <FoundRefunds title={title} account={account.data} path={path} orderId={orderId} />
  }
  return (
    <Section title={title}>
      {account.isError ? (
        <LoadFailure
          title={t("refunds.section.failed")}
          error={account.error}
          isRetrying={account.isFetching}
          onRetry={() => void account.refetch()}
        />
      ) : (
        <LoadingRows label={t("refunds.section.loading")} rows={3} />
      )}
    </Section>
  )
}

type FoundRefundsProps = Omit<OrderRefundsProps, "id"> & {
  account: RefundAccount
  path: string
}

const FoundRefunds = ({ title, account, path, orderId }: FoundRefundsProps) => {
  const t = useTexts()
  const switchedOff = useUnavailability("orders.refund")
  const obstacle = obstacleText(account.obstacle)
  const unavailable = switchedOff ?? (obstacle && t(obstacle))
  const { currency_code: currencyCode } = account

  return (
    <Section
      title={title}
      description={t("refunds.section.description")}
      actions={
        <>
          <RefundLinesDrawer account={account} orderId={orderId} unavailable={unavailable} />
          <RefundAmountDrawer account={account} orderId={orderId} unavailable={unavailable} />
        </>
      }
    >
      {account.problem && (
        <div className="px-6 py-4">
          <Alert variant="warning">
            {[account.problem.message, account.problem.advice].join(" ")}
          </Alert>
        </div>
      )}
      <dl className="divide-y divide-dashed">
        <FieldRow label={t("refunds.amounts.captured")}>
          <Amount value={account.captured} currencyCode={currencyCode} />
        </FieldRow>
        <FieldRow label={t("refunds.amounts.refunded")}>
          <Amount value={account.refunded} currencyCode={currencyCode} />
        </FieldRow>
        <FieldRow label={t("refunds.amounts.refundable")}>
          <Amount value={account.refundable} currencyCode={currencyCode} />
        </FieldRow>
      </dl>
      {obstacle && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-3">
          {t(obstacle)}
        </Text>
      )}
      {account.lines.length > 0 && <LinesTable account={account} />}
      {account.refunds.length > 0 ? (
        <ul aria-label={t("refunds.section.list")} className="divide-y divide-dashed">
          {account.refunds.map((refund) => (
            <RefundItem
              key={refund.id}
              refund={refund}
              currencyCode={currencyCode}
              path={path}
              orderId={orderId}
            />
          ))}
        </ul>
      ) : (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("refunds.section.none")}
        </Text>
      )}
    </Section>
  )
}

const LinesTable = ({ account }: { account: RefundAccount }) => {
  const t = useTexts()
  const { currency_code: currencyCode, lines } = account

  return (
    <ScrolledTable
      title={t("refunds.lines.title")}
      heads={[
        { text: t("refunds.amounts.line") },
        { text: t("refunds.amounts.amount"), isNumber: true },
        { text: t("refunds.amounts.taken"), isNumber: true },
        { text: t("refunds.amounts.refundable"), isNumber: true },
      ]}
    >
      {lines.map((line) => (
        <Table.Row key={line.id}>
          <Table.Cell>{line.name}</Table.Cell>
          <AmountCell value={line.amount} currencyCode={currencyCode} />
          <AmountCell value={line.refunded} currencyCode={currencyCode} />
          <AmountCell value={line.refundable} currencyCode={currencyCode} />
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}
