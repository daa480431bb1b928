import { type UIMatch, useParams } from "react-router-dom"

import { SubscriptionDetails } from "../../../../subscriptions/page"

/** One subscription. */
const SubscriptionPage = () => {
  const { uuid = "" } = useParams()
  return <SubscriptionDetails uuid={uuid} />
}

export const handle = {
  breadcrumb: ({ params }: UIMatch) => params["uuid"] ?? "",
}

export default SubscriptionPage
