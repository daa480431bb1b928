import {
  type AuthenticatedMedusaRequest,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareFunction,
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { identifier } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import {
  maskPersonalNumbersIn,
  MAY_HOLD_PERSONAL_NUMBER,
  mayHoldPersonalNumber,
} from "../../../connect/personal-numbers"
import { UNSTORABLE } from "../../../mapping/shopper-rules"
import type { TimelineActor } from "../../../modules/e-invoice/timeline"
import { policyFor } from "../../../policies/e-invoice"

/** What a route that is no list is asked in its query. @throws MedusaError invalid_data that names each field at fault */
export function checkedQuery<Query extends z.ZodType>(
  schema: Query,
  query: unknown
): z.infer<Query> {
  const asked = schema.safeParse(query)
  if (!asked.success) {
    const sentences = asked.error.issues.map(({ path, message }) =>
      path.length > 0 && !message.startsWith(String(path[0]))
        ? `${path.join(".")}: ${message}`
        : message
    )
    throw new MedusaError(MedusaError.Types.INVALID_DATA, sentences.join("; "))
  }
  return asked.data
}

/** The signed-in admin user, as the timeline names one. */
export const actingAdmin = (req: Pick<AuthenticatedMedusaRequest, "auth_context">): TimelineActor =>
  `admin:${req.auth_context.actor_id}`

const KEY_FORM = /^[\x21-\x7e]{1,200}$/

/** The header `Idempotency-Key`. @throws MedusaError invalid_data when it is not in its form */
export function idempotencyKeyOf(req: Pick<AuthenticatedMedusaRequest, "get">): string | undefined {
  const given = req.get("idempotency-key")
  if (given === undefined) {
    return undefined
  }
  if (mayHoldPersonalNumber(given)) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `Idempotency-Key: ${MAY_HOLD_PERSONAL_NUMBER}`
    )
  }
  if (KEY_FORM.test(given)) {
    return given
  }
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    "Idempotency-Key: must be 1 to 200 printable ASCII characters without a space; use a UUID, a new one for each intended change"
  )
}

/**
 * The header `Idempotency-Key` of a route that moves money, where a repeated request without one would move money twice.
 *
 * @throws MedusaError invalid_data when it is missing or not in its form
 */
export function requiredIdempotencyKey(req: Pick<AuthenticatedMedusaRequest, "get">): string {
  const key = idempotencyKeyOf(req)
  if (key === undefined) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "Idempotency-Key: is required where money moves; use a UUID: a new one for each intended payment or refund, the same one when a request is repeated"
    )
  }
  return key
}

/** How Medusa's message about a value of the wrong type quotes that value. */
const WHAT_WAS_SENT = /,(?: but)? got: '[^]*?'(?=; |$)/g

/**
 * Checks a body as Medusa does, without repeating in answer and log what was sent: it may be a personal number in the
 * wrong field, or of the wrong type.
 *
 * @throws MedusaError naming the field
 */
export const validatedBody = (
  schema: Parameters<typeof validateAndTransformBody>[0]
): MiddlewareFunction => {
  const validate = validateAndTransformBody(schema)
  return (request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) =>
    validate(request, response, (error?: unknown) => next(withoutSentValue(error)))
}

/** Checks of a route that changes nothing. */
export const reads = (
  path: string,
  policies: MiddlewareRoute["policies"] = policyFor.reading
): MiddlewareRoute => ({ matcher: `/admin/e-invoice${path}`, methods: ["GET"], policies })

/** Checks of a route that changes something. */
export const changes = (
  path: string,
  body: Parameters<typeof validatedBody>[0],
  policies: MiddlewareRoute["policies"] = policyFor.updating
): MiddlewareRoute => ({
  matcher: `/admin/e-invoice${path}`,
  methods: ["POST"],
  middlewares: [validatedBody(body)],
  policies,
})

const withoutSentValue = (error: unknown): unknown =>
  error instanceof MedusaError
    ? new MedusaError(
        error.type,
        maskPersonalNumbersIn(error.message.replaceAll(WHAT_WAS_SENT, "")),
        error.code
      )
    : error

/** A positive amount in kroner, as text; numbers are taken too. */
export const amount = z
  .union([z.string().trim(), z.number()])
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^\d{1,12}(\.\d{1,2})?$/, "must be an amount in kroner with at most two decimals")
      .refine((value) => Number(value) > 0, "must be more than nothing")
  )

/** So much of each of these lines: ids as the service numbers them. */
export const lineAmounts = z
  .array(z.strictObject({ id: z.int().positive(), amount }))
  .min(1, "choose at least one line")
  .refine(
    (lines) => new Set(lines.map(({ id }) => id)).size === lines.length,
    "name each line once"
  )

/** A body gives so much of each line, or so much in all. */
export const amountOrLines = (
  { lines, amount: whole }: { lines?: unknown; amount?: unknown },
  context: z.RefinementCtx
): void => {
  if ((lines === undefined) === (whole === undefined)) {
    context.addIssue({
      code: "custom",
      path: ["amount"],
      message: "amount: give either an amount or lines",
    })
  }
}

/** A body gives so much of each line, so much in all, or leaves it at all of it. */
export const amountOrLinesOrAll = (
  given: { lines?: unknown; amount?: unknown },
  context: z.RefinementCtx
): void => {
  if (given.lines !== undefined || given.amount !== undefined) {
    amountOrLines(given, context)
  }
}

/** A calendar date. */
export const day = z.iso.date("must be a date such as 2026-12-01")

/** What the service calls a record; blanks around it are dropped, as when it is pasted. */
export const serviceUuid = z.string().trim().pipe(identifier)

/** What Medusa calls one of its records; it is kept in clear. */
export const medusaId = z
  .string()
  .trim()
  .regex(/^[\w-]{1,100}$/, "must be an id of letters, digits, - and _")
  .refine((value) => !mayHoldPersonalNumber(value), MAY_HOLD_PERSONAL_NUMBER)

/** The reason, in the merchant's words; a personal number in it goes nowhere. */
export const note = z.string().trim().min(1).max(500).transform(maskPersonalNumbersIn)

/** How the service sends a payment link. */
export const linkDelivery = z
  .strictObject({ sms: z.boolean(), email: z.boolean() })
  .refine(
    ({ sms, email }) => sms || email,
    "the payment link must be sent by SMS, by e-mail, or both"
  )

/** Body of an action without parameters. */
export const emptyBody = lazily(() => z.strictObject({}))

/** That money is meant to be moved once more, although as much of it was moved shortly before. */
export const confirmRepeat = z.literal(true).optional()

export type AdminRequestRefundApproval = z.infer<ReturnType<typeof adminRequestRefundApproval>>

/** Body of the routes that ask for approval of a refund. */
export const adminRequestRefundApproval = lazily(() =>
  z.strictObject({ confirm_repeat: confirmRepeat })
)

/** Rejects text that cannot be stored: without this, the request would end as a failure of the server. */
export function rejectUnstorable(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction
): void {
  const field = /%00/.test(request.originalUrl) ? "the address" : unstorableField(request.body)
  if (field !== undefined) {
    response.status(400).json({
      type: "invalid_data",
      message: `${field}: must not contain the NUL character, or half of a character.`,
    })
    return
  }
  next()
}

function unstorableField(body: unknown): string | undefined {
  let field: string | undefined
  JSON.stringify(body, (name, value: unknown) => {
    if (UNSTORABLE.test(name) || (typeof value === "string" && UNSTORABLE.test(value))) {
      field ??= maskPersonalNumbersIn(name.replaceAll(new RegExp(UNSTORABLE, "gu"), "?")) || "body"
    }
    return value
  })
  return field
}
