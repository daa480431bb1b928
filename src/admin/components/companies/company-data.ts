import { z } from "zod"

import { lenientList, optionalAmount, optionalText } from "../../lib/answer-values"

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
export type InvoiceFee = z.infer<typeof feeSchema>

/** `GET /admin/e-invoice/operations/companies.invoice-fee` */
export const parseInvoiceFee = (answer: unknown): InvoiceFee =>
  z.object({ data: feeSchema }).parse(answer).data

/** `POST /admin/e-invoice/operations/companies.check`: where the company's person identifies themselves. */
export const parseStarted = (answer: unknown): { url: string } =>
  z.object({ data: z.object({ url: z.string() }) }).parse(answer).data
