import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { operationPath } from "../../lib/use-operation"
import { Amount } from "../amount"
import { SubscriptionBadge } from "../subscriptions/subscription-badges"
import { parseSubscription, type RememberedRecord } from "../subscriptions/subscription-data"
import { Part } from "./part"

type CustomerSubscriptionsProps = {
  subscriptions: readonly RememberedRecord[]
}

/** The subscriptions that were made for a customer in this store. */
export const CustomerSubscriptions = ({ subscriptions }: CustomerSubscriptionsProps) => {
  const t = useTexts()

  return (
    <Part title={t("subscriptions.menu")}>
      {subscriptions.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 pb-4">
          {t("customers.noSubscriptions")}
        </Text>
      ) : (
        <ul className="divide-y divide-dashed">
          {subscriptions.map((record) => (
            <SubscriptionItem key={record.id} record={record} />
          ))}
        </ul>
      )}
    </Part>
  )
}

/** Asks the service what has become of it: nobody reports that to the store. */
const SubscriptionItem = ({ record }: { record: RememberedRecord }) => {
  const { remote_uuid, amount, currency_code, status } = record
  const { data } = useEInvoiceQuery(
    {
      path: operationPath("subscriptions.details"),
      query: { subscriptionUuid: remote_uuid },
      isAlwaysFresh: true,
    },
    parseSubscription
  )

  return (
    <li className="txt-compact-small flex items-center justify-between gap-x-4 px-6 py-3">
      <Link
        to={`/e-invoice/subscriptions/${encodeURIComponent(remote_uuid)}`}
        className="text-ui-fg-base underline underline-offset-2 focus-visible:shadow-borders-focus rounded-sm outline-none"
      >
        <Amount value={amount} currencyCode={currency_code ?? "NOK"} />
      </Link>
      <SubscriptionBadge status={data?.status ?? status} />
    </li>
  )
}
