import { Alert, Text } from "@medusajs/ui"

import type { EInvoiceOrderSummary } from "../lib/e-invoice-order"
import { hasLeftFirstStatus, isCallbackOverdue } from "../lib/missed-callback"
import { type OrderInMedusa, type OrderWarning, warningsFor } from "../lib/order-warnings"
import { useTexts } from "../lib/texts"
import { useEInvoiceOrder } from "../lib/use-e-invoice-order"

type OrderWarningAlertProps = {
  order: EInvoiceOrderSummary
  inMedusa: OrderInMedusa
}

/** What a person has to know and do about an e-invoice order; nothing while all is well. */
export const OrderWarningAlert = ({ order, inMedusa }: OrderWarningAlertProps) => {
  const warnings = warningsFor(order, inMedusa)

  if (warnings.length > 0) {
    return warnings.map((warning) => <WarningText key={warning.title} {...warning} />)
  }
  return hasLeftFirstStatus(order) ? <MissedCallback id={order.id} /> : null
}

const WarningText = ({ title, advice }: OrderWarning) => {
  const t = useTexts()

  return (
    <div className="px-6 py-4">
      <Alert variant="warning">
        <Text as="span" size="small" leading="compact" weight="plus">
          {t(title)}
        </Text>
        <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {t(advice)}
        </Text>
      </Alert>
    </div>
  )
}

/** Only the timeline says who brought the news of the status. */
const MissedCallback = ({ id }: { id: string }) => {
  const { data } = useEInvoiceOrder(id)

  return data && isCallbackOverdue(data.timeline) ? (
    <WarningText title="warnings.callbackOverdue.title" advice="warnings.callbackOverdue.advice" />
  ) : null
}
