import { z } from "zod"

const addressSchema = z.object({
  uuid: z.string(),
  street: z.string(),
  zip: z.string(),
  city: z.string(),
  country: z.string(),
})

export const customerSchema = z.object({
  uuid: z.string(),
  type: z.enum(["private", "corporate"]),
  name: z.string(),
  countryCode: z.string(),
  msisdn: z.string(),
  email: z.string(),
  preferredLanguage: z.string(),
  personalNumber: z.string().nullable(),
  organizationId: z.string().nullable(),
  /** A corporate customer's further contacts, as sent. */
  contacts: z.array(z.record(z.string(), z.unknown())),
  billing: addressSchema,
  shipping: addressSchema.nullable(),
})

export type Address = z.infer<typeof addressSchema>

/** A customer as the service keeps one; comes into being with its first order. */
export type Customer = z.infer<typeof customerSchema>

export const userSchema = z.object({
  uuid: z.string(),
  role: z.enum(["user", "business-admin"]),
  name: z.string(),
  email: z.string(),
  /** Unix seconds. */
  createdAt: z.int(),
})

/** A user of the merchant's organization. */
export type User = z.infer<typeof userSchema>
