import type { Purchase } from "../order/demo-order"
import { personalNumberOf } from "../personal-numbers"

/** @param index makes the person another one for the service, by personal number and phone */
export const shopper = (
  index: number,
  firstName: string,
  lastName: string
): Purchase["shopper"] => ({
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}@example.com`,
  personalNumber: personalNumberOf(index),
  phone: `400 00 0${String(index).padStart(2, "0")}`,
})
