import { Text } from "@medusajs/ui"

import type { EInvoiceOrderDetail } from "../../lib/e-invoice-order"
import { useTexts } from "../../lib/texts"
import { SentLinesTable } from "../sent-lines-table"
import { SentRequestFacts } from "../sent-request-facts"
import { SentTotals } from "../sent-totals"

type SentRequestProps = {
  order: Pick<EInvoiceOrderDetail, "sent_request" | "currency_code">
}

/** The lines and totals that the service was sent. */
export const SentRequest = ({ order }: SentRequestProps) => {
  const t = useTexts()
  const { sent_request, currency_code } = order

  return sent_request ? (
    <>
      <SentLinesTable lines={sent_request.products} currencyCode={currency_code} />
      <SentTotals totals={sent_request.orderSummary} currencyCode={currency_code} />
      <SentRequestFacts request={sent_request} />
    </>
  ) : (
    <Text size="small" className="text-ui-fg-subtle px-6 py-4">
      {t("sentRequest.empty")}
    </Text>
  )
}
