import { z } from "zod"

import type { OutstandingAnswer } from "../../api/admin/e-invoice/answers"
import {
  isOrganizationNumber,
  optionalDate,
  optionalText,
  requiredChoice,
  withoutSeparators,
  writeDay,
} from "../lib/form-values"
import type { TextKey } from "../lib/texts"

/** The ways to bill what is outstanding of an order, as the server names them. */
const billWays = ["payment-link", "invoice", "e-invoice", "ehf-invoice", "reservation"] as const

export type BillWay = (typeof billWays)[number]

type Need = "needed" | "possible" | "none"

type Needs = {
  readonly personalNumber: Need
  readonly organizationId: Need
  /** A link is sent, and may have an end. */
  readonly link: boolean
}

const needsOf: Readonly<Record<BillWay, Needs>> = {
  "payment-link": {
    personalNumber: "none",
    organizationId: "possible",
    link: true,
  },
  invoice: {
    personalNumber: "possible",
    organizationId: "possible",
    link: false,
  },
  "e-invoice": {
    personalNumber: "needed",
    organizationId: "none",
    link: false,
  },
  "ehf-invoice": {
    personalNumber: "none",
    organizationId: "needed",
    link: false,
  },
  reservation: {
    personalNumber: "none",
    organizationId: "possible",
    link: true,
  },
}

/** What a way needs to be told. */
export const needs = (by: BillWay): Needs => needsOf[by]

const because = (key: TextKey): string => key

const digits = (text: string | undefined): string => withoutSeparators(text ?? "")

export const billSchema = z
  .object({
    by: requiredChoice(billWays),
    personalNumber: optionalText(20),
    organizationId: optionalText(20),
    email: z.boolean(),
    sms: z.boolean(),
    due: optionalDate(),
    phone: optionalText(30),
    reference: optionalText(100),
  })
  .superRefine((values, context) => {
    const { personalNumber, organizationId, link } = needs(values.by)
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if (isWrong(personalNumber, values.personalNumber, isPersonalNumber)) {
      refuse("personalNumber", because("billing.errors.personalNumber"))
    }
    if (isWrong(organizationId, values.organizationId, isOrganizationNumber)) {
      refuse("organizationId", because("forms.errors.organizationNumber"))
    }
    if (link && !values.email && !values.sms) {
      refuse("email", because("billing.errors.sendBy"))
    }
  })

type BillValues = z.output<typeof billSchema>

const isPersonalNumber = (text: string): boolean => /^\d{11}$/.test(text)

const isWrong = (need: Need, value: string | undefined, isRight: (digits: string) => boolean) =>
  need === "needed" || (need === "possible" && value !== undefined)
    ? !isRight(digits(value))
    : false

/** The body of `POST /admin/e-invoice/medusa-orders/:id/bill`: only what the chosen way takes. */
export const billBody = (values: BillValues): object => {
  const { personalNumber, organizationId, link } = needs(values.by)
  return {
    by: values.by,
    ...(personalNumber !== "none" &&
      values.personalNumber && {
        personal_number: digits(values.personalNumber),
      }),
    ...(organizationId !== "none" &&
      values.organizationId && {
        organization_id: digits(values.organizationId),
      }),
    ...(link && { send_by: { email: values.email, sms: values.sms } }),
    ...(link && values.due && { link_due_date: writeDay(values.due) }),
    ...(values.by !== "reservation" && {
      ...(values.phone && { phone: values.phone }),
      ...(values.reference && { reference: values.reference }),
    }),
  }
}

/** What is outstanding of a Medusa order, and whether it can be billed; amounts in major units. */
export type OutstandingOfOrder = OutstandingAnswer

/** `GET /admin/e-invoice/medusa-orders/:id/bill` */
export const readOutstanding = ({ outstanding }: { outstanding: OutstandingAnswer }) => outstanding
