import { z } from "zod"

import { MAY_HOLD_PERSONAL_NUMBER, mayHoldPersonalNumber } from "../personal-numbers"

/** Norway's: nine digits. */
const NORWEGIAN_ORGANIZATION_NUMBER = /^\d{9}$/

/** Any country's: the documentation asks for letters and digits, and countries differ in length. */
const ORGANIZATION_NUMBER = /^[A-Za-z0-9]{1,20}$/

/**
 * Whether a text is an organization number, without spaces and hyphens.
 *
 * @param country ISO 3166-1 alpha-2 code of the organization's address, where it is known
 */
export const isOrganizationNumber = (text: string, country?: string): boolean =>
  (country === "NO" ? NORWEGIAN_ORGANIZATION_NUMBER : ORGANIZATION_NUMBER).test(text)

const codes = new Set(
  (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
    "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO " +
    "FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE " +
    "JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO " +
    "MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW " +
    "PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM " +
    "TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
  ).split(" ")
)

/** Whether `value` is an assigned ISO 3166-1 alpha-2 code, in capitals (specification, Limits 5). */
export const isCountryCode = (value: string): boolean => codes.has(value)

/**
 * An identifier as the service issues them (`ODR1234567890`, `RES...`): safe as one path segment, and no personal number,
 * since identifiers are kept in clear.
 */
export const identifier = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be an identifier of letters, digits, - and _")
  .refine((value) => !mayHoldPersonalNumber(value), MAY_HOLD_PERSONAL_NUMBER)

const MOST_KRONER = 9_999_999_999_999.99

/**
 * A decimal in major units (kroner) or percent, as a number or a numeric string such as "12.50". Whole øre of it are exact as
 * a number.
 */
export const decimal = z.union(
  [
    z.number().min(-MOST_KRONER).max(MOST_KRONER),
    z.string().regex(/^-?\d{1,13}(\.\d{1,10})?$/, "must be a decimal"),
  ],
  'must be a number, or a numeric string such as "12.50"'
)

/** Unix time in seconds as a string of digits. */
export const unixTimeText = z
  .string()
  .regex(/^\d{1,11}$/, "must be a unix time in seconds, as a string of digits")

/** Unix time in seconds. */
export const unixTime = z
  .int("must be a unix time in whole seconds")
  .min(0)
  .max(99_999_999_999, "must be a unix time in seconds, not milliseconds")

/** A calendar date `YYYY-MM-DD`. */
export const isoDate = z.iso.date("must be a date such as 2025-02-21")

/** Text that must say something. */
export const text = z.string().regex(/\S/, "must not be empty")

/** Calling code of a phone number with its plus sign, such as `+47`. */
export const callingCode = z
  .string()
  .regex(/^\+[1-9]\d{0,2}$/, "must be a calling code such as +47")

/** Phone number without its calling code: digits only. */
export const msisdn = z
  .string()
  .regex(/^\d{4,14}$/, "must be the phone number in digits, without +47")

/** An e-mail address; letters beyond ASCII are taken too. */
export const emailAddress = z.email({
  pattern: z.regexes.unicodeEmail,
  error: "must be an e-mail address",
})

/** Specification, Limits 4. */
export const languages = ["en", "no", "sv", "da", "de"] as const

/** A language of an invoice. */
export const language = z.enum(languages)

/** Specification, Limits 1: exactly eleven digits. */
export const personalNumber = z.string().regex(/^\d{11}$/, "must be exactly 11 digits")

/** Organization number of any country, without spaces and hyphens. */
export const organizationNumber = z
  .string()
  .regex(ORGANIZATION_NUMBER, "must be an organization number: letters and digits")

/** Organization number as Norway's register of companies has it. */
export const norwegianOrganizationNumber = z
  .string()
  .regex(NORWEGIAN_ORGANIZATION_NUMBER, "must be exactly 9 digits")

/** Specification, Limits 5: ISO 3166-1 alpha-2 in capitals. */
export const countryCode = z
  .string()
  .refine(isCountryCode, "must be an ISO 3166-1 alpha-2 code such as NO")
  .meta({ pattern: "^[A-Z]{2}$" })

const WEB_ADDRESS = "must be an absolute http or https address"

/** An absolute http or https address. The rules of addresses pass over line breaks, which no header can carry. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: WEB_ADDRESS })
  .refine((address) => !/\p{Cc}/u.test(address), WEB_ADDRESS)
