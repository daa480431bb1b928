import { Plus } from "@medusajs/icons"
import { Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ActionDrawer } from "../action-drawer"
import { parseCreated } from "./subscription-data"
import { TermsFields } from "./terms-fields"
import { startTerms, TERMS_FIELDS, type Terms, termsBody, termsSchema } from "./terms-form"
import { useCreationWords } from "./use-creation-words"
import { useDeliveries } from "./use-deliveries"

/** A Medusa order as far as its subscription is concerned. */
export type SubscribedOrder = {
  readonly id: string
  readonly display_id?: number | null
  /** Major units. */
  readonly total: number
  readonly currency_code: string
  readonly customer_id?: string | null
}

type CreateSubscriptionDrawerProps = {
  order: SubscribedOrder
  /** Why there can be no subscription of this order. */
  unavailable?: string | undefined
}

/** Makes a subscription that bills the order's own lines each cycle; the amounts are the server's. */
export const CreateSubscriptionDrawer = ({ order, unavailable }: CreateSubscriptionDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const { offered, unavailable: notOffered } = useDeliveries()
  const creation = useCreationWords()
  const amount = amountText(order.total, order.currency_code)

  return (
    <ActionDrawer
      label={t("subscriptions.create.label")}
      icon={<Plus />}
      variant="secondary"
      unavailable={notOffered ?? unavailable}
      title={t("subscriptions.create.title")}
      description={t("subscriptions.create.description")}
      submitLabel={t("subscriptions.create.submit")}
      schema={termsSchema}
      defaultValues={startTerms(offered[0])}
      operation={{
        path: `/medusa-orders/${encodeURIComponent(order.id)}/subscriptions`,
        orderId: order.id,
        customerId: order.customer_id ?? undefined,
      }}
      toBody={termsBody}
      parse={parseCreated}
      serverFields={TERMS_FIELDS}
      confirm={(terms: Terms) => creation.question(order, terms)}
      success={creation.done}
    >
      {(form) => (
        <>
          <Text size="small" className="text-ui-fg-subtle">
            {t("subscriptions.create.eachCycle", { amount })}
          </Text>
          <TermsFields form={form} deliveries={offered} />
        </>
      )}
    </ActionDrawer>
  )
}
