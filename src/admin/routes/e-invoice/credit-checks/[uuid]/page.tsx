import { type UIMatch, useParams } from "react-router-dom"

import { CreditCheckDetails } from "../../../../components/credit-checks/credit-check-details"

/** One credit check. */
const CreditCheckPage = () => {
  const { uuid = "" } = useParams()
  return <CreditCheckDetails uuid={uuid} />
}

export const handle = {
  breadcrumb: ({ params }: UIMatch) => params["uuid"] ?? "",
}

export default CreditCheckPage
