import { operationIds, operationOf, RefusedError } from "../../../../connect"
import { checkPersonalNumber, postedRequest, queriedRequest } from "../operation-request"

describe("the request of an operation that changes something", () => {
  it("is read from params and body, and what it belongs to in Medusa from beside them", () => {
    expect(
      postedRequest("reservations.cancel", {
        params: { reservation_uuid: "RES1" },
        body: { note: "No show" },
        order_id: "order_1",
        currency_code: "NOK",
      })
    ).toEqual({
      request: { params: { reservation_uuid: "RES1" }, body: { note: "No show" } },
      beside: { order_id: "order_1", currency_code: "nok" },
    })
  })

  it.each([undefined, {}, null])("has no body where the operation takes none: %j", (body) => {
    expect(
      postedRequest("orders.delayed-charge", { params: { order_uuid: "ODR1" }, body }).request
    ).toEqual({ params: { order_uuid: "ODR1" } })
  })

  it("has an empty body, which lacks what is needed, where the operation takes one", () => {
    expect(postedRequest("users.create", {}).request).toEqual({ body: {} })
  })

  it("takes the last day of a payment link as a day in Norway", () => {
    expect(
      postedRequest("orders.update-payment-link", {
        params: { order_uuid: "ODR1" },
        body: { customerReference: "4711" },
        link_due_date: "2026-11-30",
      })
    ).toEqual({
      request: {
        params: { order_uuid: "ODR1" },
        body: {
          customerReference: "4711",
          dueDateForPaymentLink: String(Date.parse("2026-11-30T22:59:59Z") / 1000),
        },
      },
      beside: {},
    })
  })

  it.each([
    [{ link_due_date: "30.11.2026" }, "link_due_date"],
    [{ order_id: 7 }, "order_id"],
    [{ confirm_repeat: "yes" }, "confirm_repeat"],
    [{ params: "ODR1" }, "params"],
    [{ note: "No show" }, "note"],
    [{ __proto__: null, constructor: {} }, "constructor"],
  ])("names what does not belong there: %j", (given, field) => {
    const read = () => postedRequest("orders.update-payment-link", given)
    expect(read).toThrow(RefusedError)
    expect(read).toThrow(
      expect.objectContaining({ fieldErrors: { [field]: [expect.any(String)] } })
    )
  })
})

describe("the request of an operation that changes nothing", () => {
  it("is read from the query, each name in its place, and text that must be a number as one", () => {
    expect(
      queriedRequest("subscriptions.list", { status: "ONGOING", page: "2", phone: "40000000" })
    ).toEqual({
      params: { status: "ONGOING" },
      query: { page: 2, phone: "40000000" },
    })
    expect(queriedRequest("reservations.history", { start_timestamp: "1" })).toEqual({
      params: { start_timestamp: 1 },
    })
    expect(queriedRequest("orders.status", { order_uuid: "ODR1" })).toEqual({
      params: { order_uuid: "ODR1" },
    })
  })

  it("can be told apart: no operation uses a name twice, and none that changes something has a query", () => {
    for (const id of operationIds) {
      const { params, query, safety } = operationOf(id)
      const names = [...Object.keys(params?.shape ?? {}), ...Object.keys(query?.shape ?? {})]
      expect({ id, names }).toEqual({ id, names: [...new Set(names)] })
      expect({ id, hasQuery: safety !== "read" && query !== undefined }).toEqual({
        id,
        hasQuery: false,
      })
    }
  })
})

describe("the personal number of a credit check", () => {
  const strict = { checkDigits: true, acceptSynthetic: true }
  const problemsOf = (personalId: unknown, settings = strict) => {
    try {
      checkPersonalNumber("credit-checks.private", { body: { personalId } }, settings)
      return undefined
    } catch (error) {
      return error instanceof RefusedError ? error.fieldErrors : error
    }
  }

  it("is refused with a wrong control digit, where the store checks them", () => {
    expect(problemsOf("17819010188")).toBeUndefined()
    expect(problemsOf("17819010189")).toEqual({ personalId: [expect.stringMatching(/typing/)] })
    expect(problemsOf("17819010189", { ...strict, checkDigits: false })).toBeUndefined()
  })

  it("is refused when it is a test number, where the store takes none", () => {
    expect(problemsOf("17819010188", { ...strict, acceptSynthetic: false })).toEqual({
      personalId: [expect.stringMatching(/test number/)],
    })
  })

  it("is left to the catalogue where it is none by its form", () => {
    expect([undefined, null, "123", ["17819010189"]].map((one) => problemsOf(one))).toEqual(
      Array(4).fill(undefined)
    )
  })
})
