import { type UIMatch, useParams } from "react-router-dom"

import { FailedPaymentDetails } from "../../../../subscriptions/failed-payments"

/** One failed payment. */
const FailedPaymentPage = () => {
  const { uuid = "" } = useParams()
  return <FailedPaymentDetails uuid={uuid} />
}

export const handle = {
  breadcrumb: ({ params }: UIMatch) => params["uuid"] ?? "",
}

export default FailedPaymentPage
