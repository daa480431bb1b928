import type { ReservationAccount } from "./reservation-data"

/** What every action on a reservation needs to know of it. */
export type ChangeProps = {
  /** Its identifier at the service. */
  readonly uuid: string
  readonly account: ReservationAccount
  readonly currencyCode: string
  /** The Medusa order it belongs to. */
  readonly orderId: string | undefined
}
