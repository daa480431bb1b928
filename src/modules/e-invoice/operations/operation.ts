import type { InferTypeOf } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { type OperationId, operationOf, type RequestOf } from "../../../connect"
import type { StoredRow } from "../database"
import type { Transitions } from "../intent"
import type EInvoiceOperation from "../models/e-invoice-operation"
import type { BilledLine } from "../../../mapping"
import type { JournalFailure } from "../orders/order-row"
import {
  hashUnder,
  type EncryptionKey,
  type KeyRing,
  open,
  seal,
  type SealedText,
  UnreadableError,
} from "../personal-data/encryption"
import { withoutPeople } from "../personal-data/personal-masks"
import type { TimelineActor } from "../timeline"

/** What the service answered, without personal data. */
export type StoredAnswer = {
  httpStatus: number
  messageKey: string
  data: unknown
  /** The whole answer, kept where its shape is not published. */
  raw?: unknown
}

/** An operation as it is journalled. `settled_by` is who found out what became of it; null where the service answered. */
export type OperationRow = StoredRow<
  InferTypeOf<typeof EInvoiceOperation>,
  {
    operation_id: OperationId
    actor: TimelineActor
    settled_by: TimelineActor | null
    sealed_request: SealedText | null
    sealed_before: SealedText | null
    request: unknown
    lines: BilledLine[] | null
    answer: StoredAnswer | null
    failure: JournalFailure | null
  }
>

/** An operation that is about to be journalled. */
export type NewOperation = {
  operationId: OperationId
  idempotencyKey: string
  requestHash: string
  mayRepeat: boolean
  movesMoney: boolean
  subject: Subject | undefined
  recordId: string | undefined
  eInvoiceOrderId: string | undefined
  orderId: string | undefined
  customerId: string | undefined
  actor: TimelineActor
  request: AnyRequest
  /** The request as it may be shown. */
  shown: unknown
  /** What the products of an order that is reserved were made of. */
  lines?: readonly BilledLine[] | undefined
  repeatConfirmed: boolean
}

/**
 * Every change of state of an operation, by who may make it. What may be repeated is sent again while it is in doubt. A rejected one
 * succeeds where a late answer or what the service shows contradicts staff, staff know that it was approved, or a callback names the
 * record.
 */
export const OPERATION_TRANSITIONS = {
  sender: {
    prepared: ["sending"],
    sending: ["succeeded", "rejected", "in_doubt"],
    rejected: ["sending", "succeeded"],
    in_doubt: ["sending", "succeeded", "rejected"],
  },
  lease: { sending: ["in_doubt"] },
  "look-up": { rejected: ["succeeded"] },
  staff: { rejected: ["succeeded"], in_doubt: ["succeeded", "rejected"] },
  callback: { rejected: ["succeeded"], in_doubt: ["succeeded"] },
} as const satisfies Transitions

/** How long an encrypted request, and what a change replaced, is kept at most: seconds. */
const SEALED_LIFETIME = 60 * 60

/** What of an operation may be personal, encrypted under the operation's id: what is sent, and what it replaces. */
export class OperationSecrets {
  constructor(private readonly keys: KeyRing) {}

  /** The columns that keep a request, and for how long. */
  columnsOf(id: string, request: AnyRequest, now: Date) {
    return {
      sealed_request: this.sealed(id, request),
      sealed_until: new Date(now.getTime() + SEALED_LIFETIME * 1000),
    }
  }

  /** Values as the database keeps them. */
  sealed(id: string, values: unknown): string {
    return JSON.stringify(seal(this.keys, id, JSON.stringify(values)))
  }

  /** @throws UnreadableError when the request was erased, or its key is no longer configured */
  requestOf({ id, sealed_request: request }: OperationRow): AnyRequest {
    if (!request) {
      throw new UnreadableError("it was erased; give the request again")
    }
    return JSON.parse(open(this.keys, id, request))
  }

  /** What a change replaced, until it is erased. */
  valuesBefore({ id, sealed_before: values }: OperationRow): unknown {
    return values ? JSON.parse(open(this.keys, id, values)) : undefined
  }
}

/** Any operation's request, in the form shared by all. */
export type AnyRequest = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** What an operation acts on, where its request names it. */
export type Subject = { readonly kind: string; readonly uuid: string }

/** By the name of the one path parameter that is always needed. */
const kinds: Readonly<Record<string, string>> = {
  order_uuid: "order",
  orderUuid: "order",
  reservation_uuid: "reservation",
  subscriptionUuid: "subscription",
  customer_uuid: "customer",
  company_id: "company",
  userRoleSlug: "user-role",
  uuid: "credit-check",
}

/** A request for approval names a reservation where it names an order otherwise, and says so in its type. */
const isOfReservation = (body: unknown): boolean =>
  z.looseObject({ type: z.literal("reservation") }).safeParse(body).success

/** The record that a request acts on; undefined when the operation creates one, or lists many. */
export function subjectOf({ params = {}, body }: AnyRequest): Subject | undefined {
  for (const [name, value] of Object.entries(params)) {
    const kind = kinds[name]
    if (kind && typeof value === "string") {
      return { kind: kind === "order" && isOfReservation(body) ? "reservation" : kind, uuid: value }
    }
  }
  return undefined
}

/** Stands where a request's hash was erased: with the key at hand, eleven digits are soon guessed from one. */
export const ERASED_HASH = ""

/** What is kept of a request. */
type KeptRequest = { readonly request_hash: string; readonly request: unknown }

/** Whether it is the same request once more: by its hash, and once that was erased by all that is not about people. */
export const isSameRequest = (
  kept: KeptRequest,
  request: AnyRequest,
  hashes: readonly string[]
): boolean =>
  kept.request_hash === ERASED_HASH
    ? canonical(kept.request) === canonical(withoutPeople(request))
    : hashes.includes(kept.request_hash)

/** Operations of which the plugin chooses the lines itself, by what is left of each. */
const SPREAD_HERE: ReadonlySet<OperationId> = new Set(["reservations.refund"])

type Asked = KeptRequest & { readonly operation_id: OperationId }

/** Whether two operations ask for the same, be it spread over other lines. */
export const asksTheSame = (one: Asked, other: Asked): boolean =>
  one.operation_id === other.operation_id &&
  (canonical(one.request) === canonical(other.request) ||
    (SPREAD_HERE.has(one.operation_id) &&
      canonical(withoutLines(one.request)) === canonical(withoutLines(other.request))))

const shownBody = z.looseObject({
  body: z.looseObject({
    grandTotal: z.union([z.string(), z.number()]).optional(),
    amount: z.union([z.string(), z.number()]).optional(),
  }),
})

const withoutLines = (request: unknown): unknown => {
  const { data } = shownBody.safeParse(request)
  return data ? { ...data, body: { ...data.body, products: undefined } } : request
}

/** The amount that a request moves, in major units as it was given. */
export function amountIn(request: unknown): string | undefined {
  const { data } = shownBody.safeParse(request)
  const amount = data?.body.grandTotal ?? data?.body.amount
  return isAmount(amount) ? String(amount) : undefined
}

/**
 * What a request asks for: its total, or its lines where these are more. Which of the two the service bills where they
 * differ is not published.
 *
 * @returns decimal major units; undefined where the request names neither
 */
export function totalIn(request: unknown): string | undefined {
  const { orderSummary, products = [] } = summed.safeParse(request).data?.body ?? {}
  if (!orderSummary && products.length === 0) {
    return undefined
  }
  const ofLines = products.reduce((sum, { amount }) => MathBN.add(sum, amount), MathBN.convert(0))
  const { grandTotal = "0" } = orderSummary ?? {}
  return MathBN.gt(ofLines, grandTotal) ? ofLines.toFixed() : grandTotal
}

/** Whether it is an amount in decimal major units; what else a caller sends there is for the catalogue's check to refuse. */
export const isAmount = (value: unknown): value is string | number =>
  (typeof value === "string" || typeof value === "number") && /^\d+(\.\d+)?$/.test(String(value))

const summed = z.object({
  body: z.object({
    orderSummary: z.object({ grandTotal: z.custom(isAmount).transform(String) }).optional(),
    products: z
      .array(z.looseObject({ amount: z.custom(isAmount).transform(String).catch("0") }))
      .optional()
      .catch([]),
  }),
})

/**
 * Recognises a request that is the same as an earlier one; of no use without the key.
 *
 * @returns the hash under the current key first, then those under earlier keys
 */
export const requestHashes = (
  keys: KeyRing,
  id: OperationId,
  request: AnyRequest
): readonly [string, ...string[]] => {
  const text = `${id}:${canonical(request)}`
  const [current, ...earlier] = keys
  const under = (key: EncryptionKey) => hashUnder(key, "operation", text)
  return [under(current), ...earlier.map(under)]
}

/** JSON whose members stand in one order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonical).join(",")}]`
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    return `{${members.join(",")}}`
  }
  return JSON.stringify(value) ?? "null"
}

/** Whether a repeated execution ends in the same state. */
export const mayRepeat = (id: OperationId): boolean => operationOf(id).safety !== "once"

/** Whether a repeated execution takes, refunds or bills money once more. */
export const movesMoney = (id: OperationId): boolean => operationOf(id).movesMoney === true

/** A request as the client takes it, once it was checked against the operation's own schemas. */
export const typedRequest = (request: AnyRequest): RequestOf<OperationId> =>
  request as RequestOf<OperationId>

/** What the idempotency keys begin with under which approval of a refund is asked for. */
export const APPROVAL_KEY = "refund-approval:"

/** The idempotency key under which approval of a refused refund is asked for: once for each of its attempts. */
export const approvalKey = (refundRowId: string, attempt = 1): string =>
  `${APPROVAL_KEY}${refundRowId}${attempt === 1 ? "" : `:${attempt}`}`

/** SQL: the same key, of the refund that a statement calls `row`. */
export const approvalKeyOf = (row: string): string =>
  `'${APPROVAL_KEY}' || ${row}.id || case when ${row}.attempt = 1 then '' else ':' || ${row}.attempt end`
