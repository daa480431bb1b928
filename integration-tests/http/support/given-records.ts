import {
  type Operation,
  type OperationId,
  operationOf,
  refusalByStatus,
} from "../../../src/connect"
import type { Example, GivenRecord } from "../../../src/connect/operation"
import { exampleIds } from "../../../src/connect/operations/examples"
import type { EInvoiceSuite } from "./e-invoice-suite"
import type { OperationDesk } from "./operation-desk"
import * as requests from "./operation-requests"

/** Identifiers of a record that was made, which stand where an example has its own. */
type Identifiers = Partial<Record<keyof typeof exampleIds, string | number>>

type Make = (desk: OperationDesk, suite: EInvoiceSuite) => Promise<Identifiers>

const withLine = async (
  desk: OperationDesk,
  kind: "order" | "reservation",
  uuid: string
): Promise<Identifiers> => {
  const { products } = await desk.shares(`${kind}s.details`, uuid)
  return { [kind]: uuid, ...(products[0] && { line: products[0].id }) }
}

/** Makes each record that an example may act on. */
const records: Readonly<Record<GivenRecord, Make>> = {
  "order SENT": async (desk) => withLine(desk, "order", await desk.paymentLink()),
  "order PAID": async (desk) => withLine(desk, "order", await desk.paidOrder()),
  "order INVOICED": async (desk, { sandbox }) => {
    const uuid = await desk.create("orders.create-invoice", requests.invoice)
    sandbox.invoice(uuid)
    return withLine(desk, "order", uuid)
  },
  "order CANCELLED": async (desk) => {
    const uuid = await desk.paymentLink()
    await desk.call("orders.cancel", { at: uuid, body: { cancellationNote: "Ordered twice" } })
    return withLine(desk, "order", uuid)
  },
  "order for a card": async (desk) => ({
    order: await desk.create("checkout.create-session", requests.checkoutSession),
  }),
  "reservation SENT": async (desk) => withLine(desk, "reservation", await desk.reservation()),
  "reservation RESERVED": async (desk) => withLine(desk, "reservation", await desk.reserved()),
  "reservation CAPTURED": async (desk) => {
    const { uuid, capture } = await desk.captured()
    return { ...(await withLine(desk, "reservation", uuid)), capture }
  },
  "reservation CANCELLED": async (desk) => {
    const uuid = await desk.reserved()
    await desk.call("reservations.cancel", { at: uuid, body: { note: "No show" } })
    return withLine(desk, "reservation", uuid)
  },
  "subscription SENT": async (desk) => ({ subscription: await desk.subscription() }),
  "subscription ONGOING": async (desk) => ({ subscription: await desk.ongoing() }),
  "subscription CANCELLED": async (desk) => {
    const subscription = await desk.ongoing()
    await desk.call("subscriptions.cancel", { at: subscription, body: { note: "Moved" } })
    return { subscription }
  },
  "subscription payment failed": async (desk, { sandbox }) => {
    const subscription = await desk.create("subscriptions.create", {
      ...requests.subscription,
      customerDetails: { ...requests.person, email: "kari+failing-02@example.com" },
    })
    sandbox.subscriptions.start(subscription)
    sandbox.clock.advance({ days: 70 })
    const { body } = await desk.call<{ data: { orderUuid: string }[] }>("subscriptions.failed-list")
    return { subscription, order: body.data[0]?.orderUuid ?? "" }
  },
  "customer private": async (desk) => ({ customer: await desk.customer() }),
  "customer corporate": async (desk) => ({ customer: await desk.company() }),
  "credit check": async (desk, { sandbox }) => {
    await desk.request("credit-checks.private", exampleRequest("credit-checks.private"))
    return { creditCheck: sandbox.creditChecks()[0]?.uuid ?? "" }
  },
  "company check": async (desk, { sandbox }) => {
    const { body } = exampleRequest("companies.check")
    sandbox.companyChecks.verify(await desk.create("companies.check", body))
    return {}
  },
}

/** Makes what an operation's example acts on, and gives its request with the identifiers of that. */
export async function exampleCall(
  id: OperationId,
  desk: OperationDesk,
  suite: EInvoiceSuite,
  given = operationOf(id).example().given
): Promise<Example["request"]> {
  return exampleRequest(id, given && (await records[given](desk, suite)))
}

/** The request of an entry's example, without the address to which the service shall report: the plugin has its own. */
export function exampleRequest(id: OperationId, ids: Identifiers = {}): Example["request"] {
  const replaced = new Map<unknown, unknown>(
    Object.entries(ids).map(([name, value]) => [exampleIds[name as keyof Identifiers], value])
  )
  const text = JSON.stringify(operationOf(id).example().request, (name, value: unknown) =>
    name === "callbackUrl" ? undefined : (replaced.get(value) ?? value)
  )
  const { body, ...address } = JSON.parse(text) as Example["request"]
  const { callback, ...rest } = (body ?? {}) as { callback?: object }
  const isReported = callback && Object.keys(callback).length > 0
  return body ? { ...address, body: isReported ? body : rest } : address
}

/** How the service rejects an operation's example by the entry: by what it is given, and as whom it answers. */
export function rejections(operation: Operation) {
  const { given, request } = operation.example()
  const known: unknown[] = Object.values(exampleIds)
  const notFound = operation.refusals.find(({ status }) => status === 404)
  const names = Object.values(request.params ?? {}).some((value) => known.includes(value))
  const forbidden = (Object.keys(records) as GivenRecord[]).flatMap((record) => {
    const [kind, status = ""] = record.split(" ")
    const isOfItsKind = given?.split(" ")[0] === kind && /^[A-Z]+$/.test(status)
    const key = isOfItsKind ? refusalByStatus(operation, status, request.body) : undefined
    return key === undefined ? [] : [{ given: record, key }]
  })
  return [
    ...(names && notFound ? [{ given: undefined, status: 404, key: undefined }] : []),
    ...forbidden.slice(0, 1).map(({ given: record, key }) => ({
      given: record,
      status: notFound?.messageKey === key ? 404 : 409,
      key,
    })),
  ]
}

/** What the data of an answer hold that are of the same kind as those of an example; a status is the same. */
export function ofTheSameKind(shown: unknown, name?: string): unknown {
  if (typeof shown === "string") {
    return name === "status" ? expect.stringMatching(new RegExp(`^${shown}$`, "i")) : anyOf(String)
  }
  if (typeof shown === "number" || typeof shown === "boolean") {
    return anyOf(typeof shown === "number" ? Number : Boolean)
  }
  if (Array.isArray(shown)) {
    return expect.arrayContaining(shown.map((row) => ofTheSameKind(row)))
  }
  return shown
    ? expect.objectContaining(
        Object.fromEntries(
          Object.entries(shown).map(([member, value]) => [member, ofTheSameKind(value, member)])
        )
      )
    : null
}

const anyOf = (kind: unknown): unknown => expect.any(kind)
