import { z } from "zod"

import { lenientList, optionalAmount, optionalText } from "../lib/answer-values"
import type { AdminQuery } from "../lib/request"
import type { TextKey } from "../lib/texts"
import type { BadgeColor } from "../orders/words"

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

type Verdict = {
  /** On a badge. */
  readonly text: TextKey
  /** What it means for the merchant, as a sentence. */
  readonly meaning: TextKey
  readonly color: BadgeColor
}

const verdicts: Readonly<Record<string, Verdict>> = {
  LOW: {
    text: "creditChecks.risk.low",
    meaning: "creditChecks.meaning.low",
    color: "green",
  },
  MODERATE: {
    text: "creditChecks.risk.moderate",
    meaning: "creditChecks.meaning.moderate",
    color: "orange",
  },
  HIGH: {
    text: "creditChecks.risk.high",
    meaning: "creditChecks.meaning.high",
    color: "red",
  },
}

const nothingKnown: Verdict = {
  text: "creditChecks.risk.unknown",
  meaning: "creditChecks.meaning.unknown",
  color: "grey",
}

/** What a check says in words; a score of 0 means that nothing was found, whatever risk the service writes beside it. */
export const verdictOf = ({
  score,
  riskLevel,
}: Pick<CreditCheck, "score" | "riskLevel">): Verdict =>
  score === 0 ? nothingKnown : (verdicts[riskLevel?.trim().toUpperCase() ?? ""] ?? nothingKnown)

const chosen = z
  .object({
    $gte: z.string().optional(),
    $gt: z.string().optional(),
    $lte: z.string().optional(),
    $lt: z.string().optional(),
  })
  .optional()
  .catch(undefined)

const unix = (date: Date) => Math.floor(date.getTime() / 1000)

const endOfDay = (date: Date) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate(), 23, 59, 59)

/** The time range that the service is asked for, in unix seconds; the last day counts whole. */
export const rangeQuery = ({ created }: AdminQuery): AdminQuery => {
  const { $gte, $gt, $lte, $lt } = chosen.parse(created) ?? {}
  const from = $gte ?? $gt
  const until = $lte ?? $lt
  return {
    ...(from && { startTimestamp: unix(new Date(from)) }),
    ...(until && { endTimestamp: unix(endOfDay(new Date(until))) }),
  }
}

type Page = { rows: CreditCheck[]; count: number }

/** A page of what the service told at once: searched by name and organization number, the newest first. */
export const pageOfChecks = (
  checks: readonly CreditCheck[],
  search: string,
  pageIndex: number,
  pageSize: number
): Page => {
  const wanted = search.trim().toLowerCase()
  const found = checks
    .filter(({ name, organizationId }) =>
      [name, organizationId].some((text) => (text ?? "").toLowerCase().includes(wanted))
    )
    .reverse()
  const start = pageIndex * pageSize
  return { rows: found.slice(start, start + pageSize), count: found.length }
}

const verificationSchema = z.object({
  companyCheckUuid: optionalText,
  companyName: optionalText,
  companyType: optionalText,
  /** A number in text, as the service writes it. */
  score: optionalAmount,
  riskLevel: optionalText,
  scoreMessage: optionalText,
  contactPersonName: optionalText,
  contactPersonEmail: optionalText,
  /** Unix seconds. */
  createdAt: z.number().nullable().catch(null),
})

/** A verification of a company that was completed. */
export type CompanyVerification = z.infer<typeof verificationSchema>

/** `GET /admin/e-invoice/operations/companies.information` */
export const parseVerifications = (answer: unknown): CompanyVerification[] =>
  z.object({ data: lenientList(verificationSchema) }).parse(answer).data

const feeSchema = z.object({
  companyName: optionalText,
  B2BInvoiceFee: optionalAmount,
  B2BVatRate: optionalAmount,
  B2CInvoiceFee: optionalAmount,
  B2CVatRate: optionalAmount,
})

/** What the service charges a company's customers for an invoice; major units without VAT, and VAT in percent. */
type InvoiceFee = z.infer<typeof feeSchema>

/** `GET /admin/e-invoice/operations/companies.invoice-fee` */
export const parseInvoiceFee = (answer: unknown): InvoiceFee =>
  z.object({ data: feeSchema }).parse(answer).data

/** `POST /admin/e-invoice/operations/companies.check`: where the company's person identifies themselves. */
export const parseStarted = (answer: unknown): { url: string } =>
  z.object({ data: z.object({ url: z.string() }) }).parse(answer).data
