import type { MedusaRequest } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"

import { type OperationId, operationOf, RefusedError } from "../../../connect"
import type { AnyRequest } from "../../../modules/e-invoice/operations/operation-request"
import { endOfDay } from "../../../workflows/unix-time"
import { day } from "./body-values"

const id = z.string().trim().min(1).max(100).optional()

/**
 * What may stand beside an operation's own fields: what the wish belongs to in Medusa, the last day of a payment link, in
 * place of a moment, and that staff confirmed to move the same amount once more.
 */
const besideSchema = z.object({
  link_due_date: day.optional(),
  order_id: id,
  customer_id: id,
  confirm_repeat: z.literal(true, "must be true or left out").optional(),
  currency_code: z
    .string()
    .regex(/^[A-Za-z]{3}$/, "must be a three-letter currency code")
    .toLowerCase()
    .optional(),
})

export type MedusaLinks = Omit<z.infer<typeof besideSchema>, "link_due_date">

type RouteRequest = Pick<MedusaRequest, "params" | "query" | "body">

/**
 * Reads an operation's request from a call of its route. The one identifier in the path, the query, and the body carry
 * the operation's own field names; they are checked against the catalogue, not here.
 *
 * @throws RefusedError when what belongs to Medusa is of the wrong kind
 */
export function requestOfRoute(
  operationId: OperationId,
  req: RouteRequest
): { request: AnyRequest; links: MedusaLinks } {
  const operation = operationOf(operationId)
  const query = { ...req.query }
  const params = operation.params && paramsOf(operation.params, req, query)
  const { body, links } =
    operation.safety === "read" ? { body: undefined, links: {} } : bodyOf(operationId, req.body)
  return {
    links,
    request: {
      ...(params && { params }),
      ...(Object.keys(query).length > 0 && {
        query: withNumbers(operation.query, query),
      }),
      ...(body !== undefined && { body }),
    },
  }
}

/** A needed parameter stands in the path; one that may be left out is taken from the query. */
function paramsOf(
  schema: z.ZodObject,
  { params: ofPath }: RouteRequest,
  query: Record<string, unknown>
): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    if (isOptional(field)) {
      if (name in query) {
        params[name] = asNumber(field, query[name])
        delete query[name]
      }
    } else {
      params[name] = Object.values(ofPath)[0]
    }
  }
  return params
}

const isOptional = (field: z.core.$ZodType): boolean => z.core.safeParse(field, undefined).success

const withNumbers = (
  schema: z.ZodObject | undefined,
  query: Readonly<Record<string, unknown>>
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const field = schema?.shape[name]
      return [name, field ? asNumber(field, value) : value]
    })
  )

/** Everything in a query is text: what must be a number, and is one, becomes one. */
const asNumber = (field: z.core.$ZodType, value: unknown): unknown =>
  typeof value === "string" && /^\d{1,15}$/.test(value) && !z.core.safeParse(field, value).success
    ? Number(value)
    : value

function bodyOf(operationId: OperationId, given: unknown): { body: unknown; links: MedusaLinks } {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return { body: given ?? undefined, links: {} }
  }
  const { order_id, customer_id, currency_code, link_due_date, confirm_repeat, ...own } =
    given as Record<string, unknown>
  const beside = besideSchema.safeParse({
    order_id,
    customer_id,
    currency_code,
    link_due_date,
    confirm_repeat,
  })
  if (!beside.success) {
    throw new RefusedError({
      operationId,
      message: "The request was not sent.",
      advice: "Correct the fields named and try again.",
      fieldErrors: Object.fromEntries(
        beside.error.issues.map(({ path, message }) => [path.join("."), [message]])
      ),
    })
  }
  const { link_due_date: lastDay, ...links } = beside.data
  if (lastDay !== undefined) {
    own["dueDateForPaymentLink"] = endOfDay(lastDay)
  }
  const { body: schema } = operationOf(operationId)
  // An empty body is none only of an operation that takes none: of others, it lacks what they need.
  const none = Object.keys(own).length === 0 && !schema
  return { body: none ? undefined : own, links }
}
