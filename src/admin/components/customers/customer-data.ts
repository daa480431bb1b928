import { z } from "zod"

import { lenientList, optionalDate, optionalText } from "../../lib/answer-values"
import { rememberedRecords } from "../subscriptions/subscription-data"

const medusaCustomerSchema = z.object({
  medusa_customer: z.object({
    id: z.string(),
    service_customers: lenientList(z.object({ uuid: z.string(), last_seen_at: optionalDate })),
    subscriptions: rememberedRecords,
  }),
})

/** Who a Medusa customer is at the service, and their subscriptions. */
export type MedusaCustomer = z.infer<typeof medusaCustomerSchema>["medusa_customer"]

/** `GET /admin/e-invoice/medusa-customers/:id` */
export const parseMedusaCustomer = (answer: unknown): MedusaCustomer =>
  medusaCustomerSchema.parse(answer).medusa_customer

const addressSchema = z
  .object({
    street: optionalText,
    zip: optionalText,
    city: optionalText,
    country: optionalText,
  })
  .nullable()
  .catch(null)

/** A postal address of the service's profile. */
export type ProfileAddress = z.infer<typeof addressSchema>

const profileSchema = z.object({
  uuid: z.string(),
  type: optionalText,
  name: optionalText,
  email: optionalText,
  countryCode: optionalText,
  msisdn: optionalText,
  preferredLanguage: optionalText,
  organizationId: optionalText,
  status: optionalText,
  addresses: z
    .object({ billing: addressSchema, shipping: addressSchema })
    .catch({ billing: null, shipping: null }),
})

/** A customer as the service knows them; the personal number is left out. */
export type CustomerProfile = z.infer<typeof profileSchema>

/** `GET /admin/e-invoice/operations/customers.details` */
export const parseProfile = (answer: unknown): CustomerProfile =>
  z.object({ data: profileSchema }).parse(answer).data

export const isCorporate = ({ type }: Pick<CustomerProfile, "type">) =>
  type?.trim().toLowerCase() === "corporate"
