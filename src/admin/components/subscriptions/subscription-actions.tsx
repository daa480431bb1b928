import { CancelSubscriptionDrawer } from "./cancel-subscription-drawer"
import { RefundCyclesDrawer } from "./refund-cycles-drawer"
import { ResendSubscriptionDrawer } from "./resend-subscription-drawer"
import type { Subscription } from "./subscription-data"

type SubscriptionActionsProps = {
  subscription: Subscription
  currencyCode: string
  /** The Medusa order it was made of. */
  orderId?: string | undefined
}

/** What can be done with a subscription. */
export const SubscriptionActions = ({
  subscription,
  currencyCode,
  orderId,
}: SubscriptionActionsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <ResendSubscriptionDrawer subscription={subscription} />
    <RefundCyclesDrawer subscription={subscription} currencyCode={currencyCode} orderId={orderId} />
    <CancelSubscriptionDrawer subscription={subscription} orderId={orderId} />
  </div>
)
