import { z } from "zod"

import type { MedusaCustomer, ReadAnswer } from "../../api/admin/e-invoice/answers"
import {
  optionalOrganizationNumber,
  requiredCallingCode,
  requiredChoice,
  requiredEmail,
  requiredPhoneNumber,
  requiredText,
} from "../lib/form-values"
import type { TextKey } from "../lib/texts"

/** Who a Medusa customer is at the service, and their subscriptions. */
export type { MedusaCustomer }

/** `GET /admin/e-invoice/medusa-customers/:id` */
export const readMedusaCustomer = ({ medusa_customer }: { medusa_customer: MedusaCustomer }) =>
  medusa_customer

/** A customer as the service knows them. */
export type CustomerProfile = ReadAnswer<"customers.details">["data"]

/** A postal address of the service's profile. */
export type ProfileAddress = NonNullable<CustomerProfile["addresses"]>["billing"]

/** `GET /admin/e-invoice/operations/customers.details` */
export const readProfile = ({ data }: ReadAnswer<"customers.details">) => data

export const isCorporate = ({ type }: Pick<CustomerProfile, "type">) =>
  type?.trim().toLowerCase() === "corporate"

/** The service's languages in words. */
export const languageWords = {
  no: "customers.language.no",
  en: "customers.language.en",
  sv: "customers.language.sv",
  da: "customers.language.da",
  de: "customers.language.de",
} as const satisfies Record<(typeof LANGUAGES)[number], TextKey>

/** Languages the service writes in. */
export const LANGUAGES = ["no", "en", "sv", "da", "de"] as const

const COUNTRY: TextKey = "customers.edit.countryProblem"

const address = z.object({
  street: requiredText(200),
  zip: requiredText(20),
  city: requiredText(100),
  country: z
    .string()
    .trim()
    .transform((code) => code.toUpperCase())
    .pipe(z.string().regex(/^[A-Z]{2}$/, COUNTRY)),
})

const emptyAddress = { street: "", zip: "", city: "", country: "NO" }

/** A profile as staff edit it. */
export const profileSchema = z
  .object({
    name: requiredText(200),
    email: requiredEmail(),
    countryCode: requiredCallingCode(),
    msisdn: requiredPhoneNumber(),
    preferredLanguage: requiredChoice(LANGUAGES),
    organizationId: optionalOrganizationNumber(),
    billing: address,
    hasShipping: z.boolean(),
    // Checked only where it is sent.
    shipping: z.object({
      street: z.string(),
      zip: z.string(),
      city: z.string(),
      country: z.string(),
    }),
  })
  .transform(({ hasShipping, shipping, ...profile }, context) => {
    if (!hasShipping) {
      return { ...profile, shipping: undefined }
    }
    const result = address.safeParse(shipping)
    if (!result.success) {
      for (const { path, message } of result.error.issues) {
        context.addIssue({
          code: "custom",
          path: ["shipping", ...path],
          message,
        })
      }
      return z.NEVER
    }
    return { ...profile, shipping: result.data }
  })

export type ProfileInput = z.input<typeof profileSchema>
type ProfileOutput = z.output<typeof profileSchema>

const filled = (of: ProfileAddress): ProfileInput["billing"] => ({
  street: of?.street ?? "",
  zip: of?.zip ?? "",
  city: of?.city ?? "",
  country: of?.country ?? emptyAddress.country,
})

/** The form as it stands before anything is changed. */
export const startProfile = (profile: CustomerProfile): ProfileInput => ({
  name: profile.name ?? "",
  email: profile.email ?? "",
  countryCode: profile.countryCode ?? "+47",
  msisdn: profile.msisdn ?? "",
  preferredLanguage: LANGUAGES.find((code) => code === profile.preferredLanguage) ?? "no",
  organizationId: profile.organizationId ?? "",
  billing: filled(profile.addresses?.billing),
  hasShipping: profile.addresses?.shipping !== undefined,
  shipping: filled(profile.addresses?.shipping),
})

/** The profile as the service takes it; a private customer has no organization number. */
export const profileBody = (
  { billing, shipping, organizationId, ...contact }: ProfileOutput,
  isCorporate: boolean
) => ({
  ...contact,
  ...(isCorporate && organizationId && { organizationId }),
  addresses: { billing, shipping: shipping ?? null },
})
