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
})
