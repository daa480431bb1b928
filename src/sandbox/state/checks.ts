import { z } from "zod"

const assessment = {
  score: z.int(),
  scoreMessage: z.string(),
  riskLevel: z.enum(["Low", "Moderate", "High"]),
  defaultProbability: z.string(),
}

export const creditCheckSchema = z.object({
  uuid: z.string(),
  /** Unix seconds. */
  createdAt: z.int(),
  type: z.enum(["private", "corporate"]),
  name: z.string(),
  companyType: z.string().nullable(),
  organizationId: z.string().nullable(),
  /** Masked in its middle: the whole number is not kept. */
  personalNumber: z.string().nullable(),
  countryCode: z.string().nullable(),
  msisdn: z.string().nullable(),
  ...assessment,
})

export const companyCheckSchema = z.object({
  uuid: z.string(),
  createdAt: z.int(),
  companyId: z.string(),
  companyType: z.string(),
  companyName: z.string(),
  /** `pending` until the person behind the company has proved who they are. */
  state: z.enum(["pending", "verified", "failed"]),
  callbackUrl: z.string(),
  redirects: z.object({ success: z.string(), failure: z.string() }),
  ...assessment,
})

/** A credit check as the sandbox keeps it, without the whole personal number. */
export type CreditCheck = z.infer<typeof creditCheckSchema>

/** A company's check as the sandbox keeps it. */
export type CompanyCheck = z.infer<typeof companyCheckSchema>
/** What a credit check says of a customer. */
export type Assessment = Pick<
  CreditCheck,
  "score" | "scoreMessage" | "riskLevel" | "defaultProbability"
>
