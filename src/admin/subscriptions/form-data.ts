import { z } from "zod"

import {
  emptyOr,
  optionalDate,
  optionalOrganizationNumber,
  requiredCallingCode,
  requiredChoice,
  requiredDate,
  requiredEmail,
  requiredPhoneNumber,
  requiredWebAddress,
  requiredWholeNumber,
  writeDay,
} from "../lib/form-values"
import type { TextKey } from "../lib/texts"

const SOME_CHANNEL: TextKey = "subscriptions.create.noChannel"

export const FREQUENCIES = ["day", "week", "month", "year"] as const

/** How the customer gets the payment link: the service sends it, or the merchant passes it on. */
const DELIVERIES = ["sent", "passedOn"] as const

export type Delivery = (typeof DELIVERIES)[number]

/** The terms of a new subscription as staff fill them in. */
export const termsSchema = z
  .object({
    frequency: requiredChoice(FREQUENCIES),
    repeats: requiredWholeNumber({ min: 1, max: 1_000 }),
    startDate: requiredDate(),
    endDate: optionalDate(),
    linkDueDate: optionalDate(),
    delivery: requiredChoice(DELIVERIES),
    byEmail: z.boolean(),
    bySms: z.boolean(),
    organizationId: optionalOrganizationNumber(),
    // Checked only where they are sent.
    success: z.string(),
    failure: z.string(),
  })
  .refine(({ delivery, byEmail, bySms }) => delivery === "passedOn" || byEmail || bySms, {
    path: ["byEmail"],
    message: SOME_CHANNEL,
  })
  .superRefine(({ delivery, ...terms }, context) => {
    for (const name of delivery === "passedOn" ? RETURNS : []) {
      const { error } = requiredWebAddress().safeParse(terms[name])
      if (error) {
        const [issue] = error.issues
        context.addIssue({
          code: "custom",
          path: [name],
          message: issue?.message,
        })
      }
    }
  })

/** Where the customer comes to afterwards. */
const RETURNS = ["success", "failure"] as const

export type TermsInput = z.input<typeof termsSchema>
export type Terms = z.output<typeof termsSchema>

/** A year of monthly invoices, from today. */
export const startTerms = (delivery: Delivery = "sent", today = new Date()): TermsInput => ({
  frequency: "month",
  repeats: "12",
  startDate: new Date(today.getFullYear(), today.getMonth(), today.getDate()),
  endDate: null,
  linkDueDate: null,
  delivery,
  byEmail: true,
  bySms: false,
  organizationId: "",
  success: "",
  failure: "",
})

/** Body of `POST /admin/e-invoice/medusa-orders/:id/subscriptions`: no amounts, no customer. */
export const termsBody = (terms: Terms) => ({
  frequency: terms.frequency,
  repeats: terms.repeats,
  start_date: writeDay(terms.startDate),
  ...(terms.endDate && { end_date: writeDay(terms.endDate) }),
  ...(terms.linkDueDate && { link_due_date: writeDay(terms.linkDueDate) }),
  ...(terms.delivery === "sent"
    ? { send_by: { email: terms.byEmail, sms: terms.bySms } }
    : {
        return_to: {
          success: terms.success.trim(),
          failure: terms.failure.trim(),
        },
      }),
  ...(terms.organizationId && { organization_id: terms.organizationId }),
})

/** Where the server's names are not the form's. */
export const TERMS_FIELDS = {
  start_date: "startDate",
  end_date: "endDate",
  link_due_date: "linkDueDate",
  organization_id: "organizationId",
  "customerDetails.organizationId": "organizationId",
  "callback.success": "success",
  "callback.failure": "failure",
} as const

const NO_CONTACT: TextKey = "subscriptions.resend.noContact"
const CALLING_CODE: TextKey = "customers.contact.callingCodeProblem"

/** Where a payment link is sent again: by e-mail, by SMS, or both. */
export const contactSchema = z
  .object({
    email: emptyOr(requiredEmail()),
    countryCode: emptyOr(requiredCallingCode()),
    msisdn: emptyOr(requiredPhoneNumber()),
  })
  .refine(({ countryCode, msisdn }) => countryCode ?? !msisdn, {
    path: ["countryCode"],
    message: CALLING_CODE,
  })
  .refine(({ email, msisdn }) => email ?? msisdn, {
    path: ["email"],
    message: NO_CONTACT,
  })

type Contact = z.output<typeof contactSchema>

/** The contact as the service takes it; what was left empty is left out. */
export const contactBody = ({ email, countryCode, msisdn }: Contact) => ({
  ...(email && { email }),
  ...(msisdn && { countryCode, msisdn }),
})
