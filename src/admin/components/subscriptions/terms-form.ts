import { z } from "zod"

import {
  optionalDate,
  requiredChoice,
  requiredDate,
  requiredWholeNumber,
} from "../../lib/form-values"
import { writeDay } from "../../lib/service-day"
import type { TextKey } from "../../lib/texts"

const SOME_CHANNEL: TextKey = "subscriptions.create.noChannel"
const NINE_DIGITS: TextKey = "subscriptions.create.nineDigits"

export const FREQUENCIES = ["day", "week", "month", "year"] as const

/** The terms of a new subscription as a person fills them in. */
export const termsSchema = (inWords: (key: TextKey) => string) =>
  z
    .object({
      frequency: requiredChoice(FREQUENCIES),
      repeats: requiredWholeNumber({ min: 1, max: 1_000 }),
      startDate: requiredDate(),
      endDate: optionalDate(),
      linkDueDate: optionalDate(),
      byEmail: z.boolean(),
      bySms: z.boolean(),
      organizationId: z
        .string()
        .transform((typed) => typed.replace(/\s/g, "") || undefined)
        .refine(
          (number) => number === undefined || /^\d{9}$/.test(number),
          inWords(NINE_DIGITS)
        ),
    })
    .refine(({ byEmail, bySms }) => byEmail || bySms, {
      path: ["byEmail"],
      message: inWords(SOME_CHANNEL),
    })

export type TermsInput = z.input<ReturnType<typeof termsSchema>>
export type Terms = z.output<ReturnType<typeof termsSchema>>

/** A month of invoices, from today. */
export const startTerms = (today = new Date()): TermsInput => ({
  frequency: "month",
  repeats: "12",
  startDate: new Date(today.getFullYear(), today.getMonth(), today.getDate()),
  endDate: null,
  linkDueDate: null,
  byEmail: true,
  bySms: false,
  organizationId: "",
})

/** Body of `POST /admin/e-invoice/medusa-orders/:id/subscriptions`: no amounts, no people. */
export const termsBody = (terms: Terms) => ({
  frequency: terms.frequency,
  repeats: terms.repeats,
  start_date: writeDay(terms.startDate),
  ...(terms.endDate && { end_date: writeDay(terms.endDate) }),
  ...(terms.linkDueDate && { link_due_date: writeDay(terms.linkDueDate) }),
  send_by: { email: terms.byEmail, sms: terms.bySms },
  ...(terms.organizationId && { organization_id: terms.organizationId }),
})

/** Where the server's names are not the form's. */
export const TERMS_FIELDS = {
  start_date: "startDate",
  end_date: "endDate",
  link_due_date: "linkDueDate",
  organization_id: "organizationId",
} as const
