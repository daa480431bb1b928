import { z } from "zod"

import { lenientList, optionalAmount, optionalText } from "../../lib/answer-values"

const checkSchema = z.object({
  uuid: optionalText,
  date: optionalText,
  name: optionalText,
  type: optionalText,
  organizationId: optionalText,
  defaultProbability: optionalText,
  score: optionalAmount,
  scoreMessage: optionalText,
  riskLevel: optionalText,
})

/** A credit check as the service tells it; the personal number is left out. */
export type CreditCheck = z.infer<typeof checkSchema>

/** `GET /admin/e-invoice/operations/credit-checks.list`: all of a time range at once, the newest last. */
export const parseCreditChecks = (answer: unknown): CreditCheck[] =>
  z.object({ data: lenientList(checkSchema) }).parse(answer).data

/** `GET /admin/e-invoice/medusa-customers/:id/credit-checks` */
export const parseCustomerCreditChecks = (answer: unknown): CreditCheck[] =>
  z.object({ credit_checks: lenientList(checkSchema) }).parse(answer).credit_checks

/** `GET /admin/e-invoice/operations/credit-checks.details` */
export const parseCreditCheck = (answer: unknown): CreditCheck =>
  z.object({ data: checkSchema }).parse(answer).data
