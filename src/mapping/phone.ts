import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min"
import { z } from "zod"

import { MappingError } from "./mapping-error"

const UNREADABLE = "must be a complete phone number, with its country code when it is a foreign one"

const phone = z
  .object({ countryCode: z.string(), msisdn: z.string(), valid: z.boolean() })
  .brand<"Phone">()

/**
 * A phone number as the service takes it: the calling code with its plus sign (`+47`), and the national number in
 * digits. `valid` is false for a number of the right length that is in no series known to be in use.
 */
export type Phone = z.output<typeof phone>

/** Splits a phone number as a shopper writes it; see `parsePhone`. */
export const phoneSchema = (defaultCountry: string) =>
  z.string(UNREADABLE).transform((written, context) => {
    const read = readPhone(written, defaultCountry)
    if (read === undefined) {
      context.addIssue({ code: "custom", message: UNREADABLE })
      return z.NEVER
    }
    return read
  })

/**
 * Splits a phone number as a shopper writes it.
 *
 * @param written with or without calling code: `400 00 000`, `+46 70 174 06 05`, `0046701740605`
 * @param defaultCountry ISO 3166-1 alpha-2 code of the country that a number without calling code belongs to
 * @throws MappingError with field `phone`
 */
export function parsePhone(written: string, defaultCountry: string): Phone {
  const read = readPhone(written, defaultCountry)
  if (read === undefined) {
    throw new MappingError("phone", `The phone number ${UNREADABLE}.`)
  }
  return read
}

function readPhone(written: string, defaultCountry: string): Phone | undefined {
  const number = parsePhoneNumberFromString(written, {
    defaultCountry: supported(defaultCountry),
    extract: false,
  })
  return number?.isPossible()
    ? phone.parse({
        countryCode: `+${number.countryCallingCode}`,
        msisdn: number.nationalNumber,
        valid: number.isValid(),
      })
    : undefined
}

function supported(country: string): CountryCode {
  const code = country.toUpperCase()
  return isSupportedCountry(code) ? code : "NO"
}
