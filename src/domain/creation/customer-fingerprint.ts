import { derive, type KeyRing } from "../../modules/e-invoice/personal-data/encryption-keys"

/** How an order's customer can be recognised: what was sent to the service, or what its details say. */
export type CustomerContact = {
  email: string
  /** Calling code with a leading plus sign. */
  countryCode: string
  msisdn: string
}

const normalised = ({ email, countryCode, msisdn }: CustomerContact): string =>
  `${email.trim().toLowerCase()}|${`${countryCode}${msisdn}`.replace(/\D/g, "")}`

/** A keyed hash of the customer's e-mail and phone: recognises them, and is of no use without the key. */
export function customerFingerprint(keys: KeyRing, contact: CustomerContact): string {
  return derive(keys[0], "customer", normalised(contact)).toString("base64url")
}

/** Whether the contact is the one a fingerprint was made of, under any key of the ring. */
export function isSameCustomer(
  keys: KeyRing,
  contact: CustomerContact,
  fingerprint: string
): boolean {
  return keys.some(
    (key) => derive(key, "customer", normalised(contact)).toString("base64url") === fingerprint
  )
}
