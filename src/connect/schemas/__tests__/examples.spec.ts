import { z } from "zod"

import { malformedRequests, withValue } from "../../__tests__/malformed-requests"
import { operationIds, operationOf } from "../../catalogue"
import { ConnectError } from "../../errors"
import type { Example, Operation } from "../../operation"
import { wireRequest } from "../../wire-request"

const parts = ["params", "query", "body"] as const

/** What an example has although its request may leave it out, lists without their indices. */
const optional = new Set([
  "products.discount",
  "products.productId",
  "customerDetails.preferredLanguage",
  "submitPayment.currency",
  "start_timestamp",
  "credit-checks.list startTimestamp",
  "credit-checks.list endTimestamp",
  "subscriptions.list page",
  "subscriptions.list status",
  "subscriptions.failed-list status",
  "orders.status-list type",
  "checkout.create-session customerDetails",
  "checkout.create-session callback.callbackUrl",
  "checkout.create-invoice-session callback.callbackUrl",
  "customers.update-corporate organizationId",
  "orders.create-payment-link customerDetails.personalNumber",
  "checkout.create-session customerDetails.personalNumber",
  "reservations.submit customerDetails.personalNumber",
  "reservations.create-session customerDetails.personalNumber",
  "subscriptions.create customerDetails.personalNumber",
  "subscriptions.create-session customerDetails.personalNumber",
])

/** The paths of all values within one, those of records and lists among them. */
const placesIn = (value: unknown, at: readonly string[] = []): string[][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [
        [...at, name],
        ...placesIn(member, [...at, name]),
      ])
    : []

const titlesIn = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) =>
        name === "title" && typeof member === "string" ? [member] : titlesIn(member)
      )
    : []

/** The fields that a refusal names; undefined where there is none. */
function refusedFields(operation: Operation, request: Example["request"]): string[] | undefined {
  try {
    wireRequest(operation, request, "")
    return undefined
  } catch (error) {
    if (!(error instanceof ConnectError)) {
      throw error
    }
    return Object.keys(error.fieldErrors ?? {})
  }
}

/*
 * Each in one test for the whole catalogue: a schema is made once, and what is noticed of it counts for the caller that made it.
 */
describe("the examples of the catalogue", () => {
  const operations = operationIds.map(operationOf)
  const samples = operations.map((operation) => ({ operation, ...operation.example() }))

  it("are requests as they are sent", () => {
    for (const { operation, request } of samples) {
      expect([operation.id, refusedFields(operation, request)]).toEqual([operation.id, undefined])
    }
  })

  it("are refused with one value of another kind, or one field more, by naming it", () => {
    for (const { operation } of samples) {
      for (const { request, field } of malformedRequests(operation)) {
        expect([operation.id, refusedFields(operation, request)]).toEqual([operation.id, [field]])
      }
    }
  })

  it("are refused without one of their values, unless that is optional", () => {
    for (const { operation, request } of samples) {
      for (const part of parts) {
        for (const at of placesIn(request[part])) {
          const place = at.join(".").replace(/\.\d+(?=\.|$)/g, "")
          const isOptional = optional.has(place) || optional.has(`${operation.id} ${place}`)
          const without = withValue(request, [part, ...at], undefined) as Example["request"]
          const isTaken = refusedFields(operation, without) === undefined

          expect([operation.id, at, isTaken]).toEqual([operation.id, at, isOptional])
        }
      }
    }
  })

  it("are requests in every other form too, and are read back from it", () => {
    for (const { operation, request } of samples) {
      for (const { body } of operation.alternatives ?? []) {
        if (body?.takes) {
          // Its day is written as one, and read before the rest.
          const { orderDate } = Object(request.body)
          const written = { ...(body.write(request.body) as object), orderDate }
          const schema = body.takes.schema()

          expect(body.takes.read(schema.parse(written))).toMatchObject(Object(request.body))
          expect(schema.safeParse({ ...written, unknownField: 1 }).success).toBe(false)
          for (const at of placesIn(request.body)) {
            expect(schema.safeParse(withValue(written, at, { odd: [] })).success).toBe(false)
          }
        }
      }
    }
  })

  it("are answers that are unusable, or without one value, where that is of another kind", () => {
    const odd: unknown = [[], []]
    const kept = samples.flatMap(({ operation, answer }) =>
      placesIn(answer)
        .filter((at) => {
          const { data } = operation.data.safeParse(withValue(answer, at, odd))
          return at.reduce<unknown>((value, name) => Object(value)[name], data) === odd
        })
        .map((at) => `${operation.id} ${at.join(".")}`)
    )

    // Read under other names, and kept under these besides.
    expect(kept).toEqual([
      "orders.details orderSummary.tax",
      "orders.details orderSummary.discount",
      "orders.details-by-date-range 0.orderSummary.tax",
      "orders.details-by-date-range 0.orderSummary.discount",
    ])
  })

  it("have the records that the document of the interface names", () => {
    const titles = operations.flatMap(({ body, data }) => [
      ...titlesIn(body && z.toJSONSchema(body, { io: "input" })),
      ...titlesIn(z.toJSONSchema(data, { io: "output" })),
    ])

    expect([...new Set(titles)].sort()).toEqual([
      "Address",
      "CompanyCheck",
      "CorporateCustomer",
      "CreatedOrder",
      "CreatedSubscription",
      "CreditCheck",
      "Customer",
      "Delivery",
      "FailedPayment",
      "Movement",
      "MovementLine",
      "Order",
      "OrderLine",
      "OrderStatus",
      "OrderSummary",
      "PrivateCustomer",
      "ProductLine",
      "ProductShare",
      "ReservationEvent",
      "ReservationLine",
      "SessionCallback",
      "StatusCallback",
      "SubscriptionCustomer",
      "SubscriptionLine",
      "SubscriptionRow",
    ])
  })
})
