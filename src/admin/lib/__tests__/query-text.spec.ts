import { queryText } from "../query-text"

const written = (query: Record<string, unknown>) => decodeURIComponent(queryText(query))

describe("queryText", () => {
  it("writes lists and operators as Medusa reads them", () => {
    expect(
      written({
        limit: 20,
        status: ["PAID", "SENT"],
        created_at: { $gte: "2026-01-01" },
      })
    ).toBe("limit=20&status[0]=PAID&status[1]=SENT&created_at[$gte]=2026-01-01")
  })

  it("leaves out what says nothing", () => {
    expect(written({ q: "", order: undefined, status: [], a: null })).toBe("")
  })

  it("keeps false and nought", () => {
    expect(written({ offset: 0, deep: false })).toBe("offset=0&deep=false")
  })
})
