import { z } from "@medusajs/framework/zod"

import { type OperationId, operationOf, RefusedError } from "../../../connect"
import { fieldErrorsOfIssues } from "../../../connect/failure"
import { lazily } from "../../../connect/lazily"
import { personalNumberProblem } from "../../../mapping/shopper-rules"
import type { PersonalNumberSettings } from "../../../mapping/settings-and-errors"
import type { AnyRequest } from "../../../modules/e-invoice/operations/operation"
import { endOfDay } from "../../../mapping/dates"
import { day, medusaId } from "./requests"

const members = z.record(z.string(), z.unknown()).optional()

/** The body of `POST /admin/e-invoice/operations/:id`. */
const posted = lazily(() =>
  z.strictObject({
    // What the operation takes: the catalogue checks it, not this.
    params: members,
    query: members,
    body: z.unknown(),
    // The Medusa records to link it to.
    order_id: medusaId.optional(),
    customer_id: medusaId.optional(),
    currency_code: z
      .string()
      .regex(/^[A-Za-z]{3}$/, "must be a three-letter currency code")
      .toLowerCase()
      .optional(),
    /** The last day of a payment link, in place of a moment. */
    link_due_date: day.optional(),
    /** Staff confirmed that the same amount is to be moved once more. */
    confirm_repeat: z.literal(true, "must be true or left out").optional(),
  })
)

/** The Medusa records to link the operation to, and what staff confirmed. */
type BesideRequest = Pick<
  z.infer<ReturnType<typeof posted>>,
  "order_id" | "customer_id" | "currency_code" | "confirm_repeat"
>

/**
 * Reads the request of an operation that changes something from a call's body: `{ params?, query?, body? }`, each as the
 * operation itself takes it, and beside them what it belongs to in Medusa.
 *
 * @throws RefusedError naming each member that does not belong there
 */
export function postedRequest(
  operationId: OperationId,
  given: unknown
): { request: AnyRequest; beside: BesideRequest } {
  const checked = posted().safeParse(given ?? {})
  if (!checked.success) {
    throw new RefusedError({
      operationId,
      message: "The request was not sent.",
      advice:
        "Correct the fields named and try again. What the operation itself takes stands in params and body.",
      fieldErrors: fieldErrorsOfIssues(checked.error.issues),
    })
  }
  const { params, query, body, link_due_date: lastDay, ...beside } = checked.data
  const complete = withLastDay(bodyOf(operationId, body), lastDay)
  return {
    beside,
    request: {
      ...(params && Object.keys(params).length > 0 && { params }),
      ...(query && Object.keys(query).length > 0 && { query }),
      ...(complete !== undefined && { body: complete }),
    },
  }
}

/**
 * Checks the personal number of a credit check as strictly as that of an invoice: a check of someone else cannot be undone.
 * What is no personal number by its form is left to the catalogue.
 *
 * @throws RefusedError when it has a typing error, or is a test number
 */
export function checkPersonalNumber(
  operationId: OperationId,
  { body }: AnyRequest,
  settings: PersonalNumberSettings
): void {
  const digits = isObject(body) && "personalId" in body ? body.personalId : undefined
  if (
    operationId !== "credit-checks.private" ||
    typeof digits !== "string" ||
    !/^\d{11}$/.test(digits)
  ) {
    return
  }
  const problem = personalNumberProblem(digits, settings)
  if (problem !== undefined) {
    throw new RefusedError({
      operationId,
      message: `The request was not sent. The personal number ${problem}.`,
      advice: "Correct what is named, and try again.",
      fieldErrors: { personalId: [problem] },
    })
  }
}

/** An operation with a body gets an empty one, so that the catalogue names the fields it lacks. */
function bodyOf(operationId: OperationId, body: unknown): unknown {
  if (operationOf(operationId).body) {
    return body ?? {}
  }
  return isObject(body) && Object.keys(body).length === 0 ? undefined : (body ?? undefined)
}

const withLastDay = (body: unknown, lastDay: string | undefined): unknown =>
  lastDay !== undefined && (body === undefined || isObject(body))
    ? { ...body, dueDateForPaymentLink: endOfDay(lastDay) }
    : body

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Reads the request of an operation that changes nothing from a call's query string: path parameters and query by their
 * own names, which no operation uses twice. The catalogue checks them, not this.
 */
export function queriedRequest(
  operationId: OperationId,
  given: Readonly<Record<string, unknown>>
): AnyRequest {
  const operation = operationOf(operationId)
  const ofPath = operation.params?.shape ?? {}
  const entries = Object.entries(given)
  const params = entries.filter(([name]) => Object.hasOwn(ofPath, name))
  const query = entries.filter(([name]) => !Object.hasOwn(ofPath, name))
  return {
    ...(params.length > 0 && { params: withNumbers(operation.params, params) }),
    ...(query.length > 0 && { query: withNumbers(operation.query, query) }),
  }
}

const withNumbers = (
  schema: z.ZodObject | undefined,
  entries: readonly [string, unknown][]
): Record<string, unknown> =>
  Object.fromEntries(
    entries.map(([name, value]) => {
      const field = schema && Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
      return [name, field ? asNumber(field, value) : value]
    })
  )

/** Everything in a query string is text: digits become a number where the schema takes no text. */
const asNumber = (field: z.core.$ZodType, value: unknown): unknown =>
  typeof value === "string" && /^\d{1,15}$/.test(value) && !z.core.safeParse(field, value).success
    ? Number(value)
    : value
