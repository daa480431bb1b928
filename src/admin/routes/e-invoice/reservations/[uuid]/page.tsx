import { type UIMatch, useParams } from "react-router-dom"

import { ReservationDetails } from "../../../../components/reservations/reservation-details"

/** One reservation. */
const ReservationPage = () => {
  const { uuid = "" } = useParams()
  return <ReservationDetails uuid={uuid} />
}

export const handle = {
  breadcrumb: ({ params }: UIMatch) => params["uuid"] ?? "",
}

export default ReservationPage
