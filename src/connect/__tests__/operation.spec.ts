import { z } from "zod"

import { defineOperation } from "../operation"

describe("an entry of the catalogue", () => {
  it("makes a schema when it is read, and once", () => {
    const data = jest.fn(() => z.string())
    const operation = defineOperation({
      id: "token.verify",
      area: "token",
      title: "Verify token",
      method: "GET",
      path: "/token",
      data,
      success: { status: 200, messageKey: "ok" },
      refusals: [],
      safety: "read",
      provenance: "assumed",
      sources: [],
    })
    expect(data).not.toHaveBeenCalled()

    expect(operation.data.parse("text")).toBe("text")
    expect(operation.data).toBe(operation.data)
    expect(data).toHaveBeenCalledTimes(1)
  })
})
