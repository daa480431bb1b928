import { ConnectClient, type DataOf, type OperationId, type RequestOf, RefusedError } from ".."
import { validEInvoice } from "./valid-requests"

/*
 * What must not compile is proved by the compiler: a line under @ts-expect-error that compiled after all would fail the
 * type check. None of these calls reaches the wire.
 */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <Claim extends true>(claim?: Claim) => claim

const client = new ConnectClient({
  baseUrl: "https://service.invalid",
  token: "token",
})
const reservation = { reservation_uuid: "RES1234567890" }
const capture = { products: [{ id: 1, amount: "10.00" }], grandTotal: 10 }

/** Compiled, never run. */
const wrongCalls = {
  id: () =>
    // @ts-expect-error -- no such operation
    client.call("orders.nothing", {}),
  params: () =>
    // @ts-expect-error -- the path needs reservation_uuid
    client.call("reservations.capture", { body: capture }),
  paramName: () =>
    client.call("reservations.capture", {
      // @ts-expect-error -- the parameter has another name
      params: { order_uuid: "ODR1" },
      body: capture,
    }),
  missingField: () =>
    client.call("reservations.capture", {
      params: reservation,
      // @ts-expect-error -- products are missing
      body: { grandTotal: 10 },
    }),
  wrongType: () =>
    client.call("reservations.capture", {
      params: reservation,
      body: {
        ...capture,
        // @ts-expect-error -- an amount is a number or a numeric string
        grandTotal: true,
      },
    }),
  unknownField: () =>
    client.call("reservations.capture", {
      params: reservation,
      // @ts-expect-error -- no such field
      body: { ...capture, currency: "NOK" },
    }),
  bodyOfNone: () =>
    client.call("orders.status", {
      params: { order_uuid: "ODR1" },
      // @ts-expect-error -- the operation takes no body
      body: {},
    }),
  query: () =>
    // @ts-expect-error -- a payment link is not in this status
    client.call("orders.status-list", { query: { type: "OPEN" } }),
  queryMissing: () =>
    // @ts-expect-error -- the range is required
    client.call("orders.details-by-date-range", {}),
  customerKind: () =>
    client.call("refunds.request-approval", {
      params: { order_uuid: "ODR1" },
      // @ts-expect-error -- a reservation's refund needs source and reference
      body: { ...capture, type: "reservation", message: "key" },
    }),
  data: async () => {
    const { data } = await client.call("orders.status", {
      params: { order_uuid: "ODR1" },
    })
    // @ts-expect-error -- a status is text
    const status: number = data.status
    return status
  },
}

describe("the client's types", () => {
  it("follow the catalogue", () => {
    holds<Same<RequestOf<"orders.status">["params"], { order_uuid: string }>>()
    holds<Same<RequestOf<"orders.status">["body"], undefined>>()
    holds<Same<DataOf<"orders.cancel">, null>>()
    holds<Same<DataOf<"orders.create-e-invoice">["uuid"], string>>()
    holds<Same<DataOf<"orders.create-e-invoice">["customerUuid"], string | undefined>>()
    holds<Same<DataOf<"orders.status-list">[number]["status"], string>>()
    holds<"reservations.capture" extends OperationId ? true : false>()
    holds<string extends OperationId ? false : true>()
    expect(Object.keys(wrongCalls)).toHaveLength(11)
  })

  it("let a request that needs nothing be empty", () => {
    const nothing: RequestOf<"token.verify"> = {}
    const unfiltered: RequestOf<"orders.status-list"> = {}
    const firstPage: RequestOf<"subscriptions.list"> = { query: { page: 1 } }
    const byGet: RequestOf<"users.create"> = {
      params: { userRoleSlug: "user" },
    }

    expect([nothing, unfiltered, firstPage, byGet]).toHaveLength(4)
  })
})

describe("what the compiler cannot see", () => {
  it("refuses an unknown operation", async () => {
    const id = "orders.nothing" as OperationId

    await expect(client.call(id, {})).rejects.toThrow(
      new TypeError('"orders.nothing" is not an operation of the interface')
    )
  })

  it("refuses an unknown field before the wire, naming it", async () => {
    const body = {
      ...validEInvoice,
      products: [{ name: "Fee", colour: "red" }],
    }

    const error = await client
      .call("orders.create-e-invoice", {
        body: body as unknown as typeof validEInvoice,
      })
      .catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(RefusedError)
    expect(error).toMatchObject({
      fieldErrors: {
        "products.0.colour": ["is not a field of this request"],
        "products.0.quantity": [expect.stringContaining("must be a number")],
      },
    })
  })
})
