import type { DataOf } from "../../../connect"

type CreditCheck = DataOf<"credit-checks.list">[number]
type Profile = Pick<
  DataOf<"customers.details">,
  "organizationId" | "personalNumber" | "countryCode" | "msisdn"
>

/**
 * Whether a credit check is of a customer: by organization number, by what a masked personal number still shows together
 * with the phone number, or by the phone number alone where there is no personal number.
 */
export function isCheckOf(check: CreditCheck, profile: Profile): boolean {
  if (check.organizationId || profile.organizationId) {
    return check.organizationId !== undefined && check.organizationId === profile.organizationId
  }
  const phones = [check, profile].map(phoneOf)
  if (phones[0] === undefined || phones[0] !== phones[1]) {
    return false
  }
  return agree(check.personalNumber, profile.personalNumber)
}

const phoneOf = ({
  countryCode,
  msisdn,
}: Pick<Profile, "countryCode" | "msisdn">): string | undefined =>
  msisdn && `${countryCode ?? ""}${msisdn}`.replace(/\D/g, "")

/** Whether no digit that both show differs; what either does not show proves nothing. */
function agree(one = "", other = ""): boolean {
  return (
    one.length !== other.length ||
    [...one].every((digit, index) => {
      const counterpart = other[index] ?? ""
      return digit === counterpart || !/\d/.test(digit) || !/\d/.test(counterpart)
    })
  )
}
