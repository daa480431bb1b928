import { RefusedError } from "../../../../connect"
import { requestOfRoute } from "../request-of-route"

const call = (
  parts: Partial<{
    params: Record<string, string>
    query: Record<string, string>
    body: unknown
  }>
) => ({ params: {}, query: {}, body: {}, ...parts })

describe("the request of a route", () => {
  it("takes the identifier from the path and the operation's fields from the body", () => {
    expect(
      requestOfRoute(
        "reservations.cancel",
        call({
          params: { uuid: "RES1" },
          body: { note: "No show", order_id: "order_1", currency_code: "NOK" },
        })
      )
    ).toEqual({
      request: {
        params: { reservation_uuid: "RES1" },
        body: { note: "No show" },
      },
      links: { order_id: "order_1", currency_code: "nok" },
    })
  })

  it("takes a parameter that may be left out, and numbers, from the query", () => {
    expect(
      requestOfRoute(
        "subscriptions.list",
        call({ query: { status: "ONGOING", page: "2", phone: "40000000" } })
      ).request
    ).toEqual({
      params: { status: "ONGOING" },
      query: { page: 2, phone: "40000000" },
    })
    expect(
      requestOfRoute("reservations.history", call({ query: { start_timestamp: "1" } })).request
    ).toEqual({ params: { start_timestamp: 1 } })
  })

  it("sends no body where the operation takes none", () => {
    expect(
      requestOfRoute("orders.delayed-charge", call({ params: { uuid: "ODR1" } })).request
    ).toEqual({ params: { order_uuid: "ODR1" } })
  })

  it("takes the last day of a payment link as a day in Norway", () => {
    const body = { link_due_date: "2026-11-30", customerReference: "4711" }
    expect(
      requestOfRoute("orders.update-payment-link", call({ params: { uuid: "ODR1" }, body }))
    ).toEqual({
      request: {
        params: { order_uuid: "ODR1" },
        body: {
          customerReference: "4711",
          dueDateForPaymentLink: String(Date.parse("2026-11-30T22:59:59Z") / 1000),
        },
      },
      links: {},
    })
    const read = () =>
      requestOfRoute("orders.update-payment-link", call({ body: { link_due_date: "30.11.2026" } }))
    expect(read).toThrow(
      expect.objectContaining({
        fieldErrors: { link_due_date: expect.anything() },
      })
    )
  })

  it("names what belongs to Medusa and is of the wrong kind", () => {
    const read = () => requestOfRoute("users.create", call({ body: { order_id: 7 } }))
    expect(read).toThrow(RefusedError)
    expect(read).toThrow(expect.objectContaining({ fieldErrors: { order_id: expect.anything() } }))
  })
})
