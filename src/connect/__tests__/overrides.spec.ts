import { operationOf, operationOverridesSchema } from ".."
import { resolveOperations, wireRequest } from "../wire-request"

describe("overrides", () => {
  it("are checked as options", () => {
    expect(
      operationOverridesSchema.safeParse({
        "subscriptions.list": { path: "/x/{status?}", method: "POST" },
        "token.verify": { enabled: false },
      }).success
    ).toBe(true)
    expect(
      operationOverridesSchema
        .safeParse({ "orders.none": {}, "token.verify": { path: "x?y" } })
        .error?.issues.map(({ path }) => path)
    ).toEqual([["token.verify", "path"], ["orders.none"]])
  })

  it.each([
    ["subscriptions.list", "/x", true],
    ["subscriptions.list", "/x/{status}", true],
    ["subscriptions.list", "/x/{other}", false],
    ["subscriptions.list", "/x/{status?}/{status?}", false],
    ["orders.details", "/x", false],
    ["orders.details", "/x/{order_uuid}", true],
  ])("may leave %s at %s: %s", (id, path, isRight) => {
    const { success } = operationOverridesSchema.safeParse({ [id]: { path } })
    expect(success).toBe(isRight)
  })

  it("may add members to a body, laid over it last, record by record", () => {
    const id = "checkout.create-invoice-session"
    const { request } = operationOf(id).example()
    const operation = resolveOperations({
      [id]: {
        path: "/api/v1/connect/orders/sessions",
        body: { submitPayment: { via: "invoice" }, orderSummary: { shippingCost: "0.00" } },
      },
    }).get(id)
    const sent = operation && JSON.parse(wireRequest(operation, request, "").body ?? "")

    expect(sent).toEqual({
      ...Object(request.body),
      submitPayment: { via: "invoice" },
      orderSummary: { ...Object(request.body).orderSummary, shippingCost: "0.00" },
    })
  })

  it("add none where no body is sent", () => {
    const { error } = operationOverridesSchema.safeParse({ "token.verify": { body: { a: 1 } } })

    expect(error?.issues).toMatchObject([{ path: ["token.verify", "body"] }])
  })
})
