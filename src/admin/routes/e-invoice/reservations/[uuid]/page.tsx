import { type UIMatch, useParams } from "react-router-dom"

import { ReservationDetails } from "../../../../reservations/page"

/** One reservation. */
const ReservationPage = () => {
  const { uuid = "" } = useParams()
  return <ReservationDetails uuid={uuid} />
}

export const handle = {
  breadcrumb: ({ params }: UIMatch) => params["uuid"] ?? "",
}

export default ReservationPage
