import { z } from "zod"

import type { PerformedAnswer, ReadAnswer } from "../../api/admin/e-invoice/answers"
import type { AdminQuery } from "../lib/request"
import type { TextKey } from "../lib/texts"
import type { BadgeColor } from "../orders/words"

/** A credit check as the service tells it. */
export type CreditCheck = ReadAnswer<"credit-checks.list">["data"][number]

/** `GET /admin/e-invoice/operations/credit-checks.list`: all of a time range at once, the newest last. */
export const readCreditChecks = ({ data }: ReadAnswer<"credit-checks.list">) => data

/** `GET /admin/e-invoice/medusa-customers/:id/credit-checks` */
export const readCustomerCreditChecks = (answer: { credit_checks: CreditCheck[] }) =>
  answer.credit_checks

/** `GET /admin/e-invoice/operations/credit-checks.details` */
export const readCreditCheck = ({ data }: ReadAnswer<"credit-checks.details">) => data

/** What is known of the risk: of a person a number, of a company a number in text. */
export type Scored = {
  readonly score?: number | string | undefined
  readonly riskLevel?: string | undefined
}

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
export const verdictOf = ({ score, riskLevel }: Scored): Verdict =>
  Number(score) === 0 && score !== ""
    ? nothingKnown
    : (verdicts[riskLevel?.trim().toUpperCase() ?? ""] ?? nothingKnown)

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

/** A verification of a company that was completed. */
export type CompanyVerification = ReadAnswer<"companies.information">["data"][number]

/** `GET /admin/e-invoice/operations/companies.information` */
export const readVerifications = ({ data }: ReadAnswer<"companies.information">) => data

/**
 * `GET /admin/e-invoice/operations/companies.invoice-fee`: what the service charges a company's customers for an invoice;
 * major units without VAT, and VAT in percent.
 */
export const readInvoiceFee = ({ data }: ReadAnswer<"companies.invoice-fee">) => data

/** `POST /admin/e-invoice/operations/companies.check`: where the company's person identifies themselves. */
export const readStarted = ({ data }: PerformedAnswer<"companies.check">) => data
