import { operationOverridesSchema } from ".."

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
})
