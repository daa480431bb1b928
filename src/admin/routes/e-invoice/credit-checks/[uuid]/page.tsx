import { type UIMatch, useParams } from "react-router-dom"

import { CreditCheckDetails } from "../../../../checks/credit-checks"

/** One credit check. */
const CreditCheckPage = () => {
  const { uuid = "" } = useParams()
  return <CreditCheckDetails uuid={uuid} />
}

export const handle = {
  breadcrumb: ({ params }: UIMatch) => params["uuid"] ?? "",
}

export default CreditCheckPage
