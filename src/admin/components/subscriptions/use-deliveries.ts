import { useUnavailability } from "../../lib/use-operations"
import type { Delivery } from "./terms-form"

type Deliveries = {
  /** Those that the store's settings leave on, the usual first. */
  readonly offered: readonly Delivery[]
  /** Why no subscription can be made at all. */
  readonly unavailable: string | undefined
}

/** In which ways a new subscription's payment link can reach the customer. */
export const useDeliveries = (): Deliveries => {
  const notSent = useUnavailability("subscriptions.create")
  const notPassedOn = useUnavailability("subscriptions.create-session")
  const offered: readonly Delivery[] = [
    ...(notSent === undefined ? (["sent"] as const) : []),
    ...(notPassedOn === undefined ? (["passedOn"] as const) : []),
  ]

  return {
    offered,
    unavailable: offered.length > 0 ? undefined : (notSent ?? notPassedOn),
  }
}
