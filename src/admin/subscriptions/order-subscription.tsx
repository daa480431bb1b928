import type { AdminOrder } from "@medusajs/framework/types"
import { Link } from "react-router-dom"

import { SubscriptionBadge } from "../components/badges"
import { Loaded } from "../components/section"
import { operationPath } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { OpenOperations } from "../operations/table"
import { readRecordPage, readSubscription, type RememberedRecord } from "./data"
import { CyclesTable, SubscriptionActions, SubscriptionFacts } from "./page"

/** The subscriptions that were made of a Medusa order. */
export const useOrderSubscriptions = ({ id }: AdminOrder) =>
  useEInvoiceQuery(
    { path: "/records", query: { kind: "subscription", order_id: id, limit: 20 } },
    readRecordPage
  )

type OrderSubscriptionProps = {
  record: RememberedRecord
  currencyCode: string
}

/** One subscription of an order: its status, facts, cycles, and what can be done. */
export const OrderSubscription = ({ record, currencyCode }: OrderSubscriptionProps) => {
  const t = useTexts()
  const uuid = record.remote_uuid
  const subscription = useEInvoiceQuery(
    {
      path: operationPath("subscriptions.details"),
      query: { subscriptionUuid: uuid },
      isAlwaysFresh: true,
    },
    readSubscription
  )

  return (
    <div className="divide-y">
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <Link
          to={`/e-invoice/subscriptions/${encodeURIComponent(uuid)}`}
          className="txt-compact-small-plus text-ui-fg-base underline underline-offset-2 focus-visible:shadow-borders-focus rounded-sm outline-none"
        >
          {t("subscriptions.section.details")}
        </Link>
        <SubscriptionBadge status={subscription.data?.status ?? record.status} />
      </div>
      <OpenOperations subject_uuid={uuid} />
      <Loaded
        query={subscription}
        loading={t("subscriptions.loading")}
        rows={4}
        failed={t("subscriptions.loadFailed")}
      >
        {(found) => (
          <>
            <SubscriptionFacts
              subscription={found}
              currencyCode={currencyCode}
              paymentUrl={record.payment_url}
            />
            <CyclesTable cycles={found.subscriptionCycles} currencyCode={currencyCode} />
            <div className="px-6 py-4">
              <SubscriptionActions
                subscription={found}
                currencyCode={currencyCode}
                orderId={record.order_id ?? undefined}
              />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}
