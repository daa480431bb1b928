import {
  isEmptyFilter,
  queryText,
  readTableView,
  writeSorting,
  writeTableView,
} from "../table-address"

const filters = [
  { id: "status", type: "multiselect" as const, label: "", options: [] },
  { id: "kind", type: "radio" as const, label: "", options: [] },
  { id: "created_at", type: "date" as const, label: "", options: [] },
]
const newest = { id: "created_at", desc: true }

const view = {
  pageIndex: 2,
  sorting: { id: "amount", desc: false },
  search: "ODR1",
  filters: {
    status: ["PAID", "SENT"],
    kind: "order",
    created_at: { $gte: "2026-01-01" },
  },
}

describe("a list in the address", () => {
  it("is read as it was written", () => {
    const address = writeTableView(new URLSearchParams("tab=1"), "", filters, newest, view)

    expect(address.get("tab")).toBe("1")
    expect(address.get("page")).toBe("3")
    expect(readTableView(address, "", filters, newest)).toEqual(view)
  })

  it("does not share its names with another list on the page", () => {
    const address = writeTableView(new URLSearchParams(), "paid", filters, newest, view)

    expect(readTableView(address, "open", filters, newest)).toEqual({
      pageIndex: 0,
      sorting: newest,
      search: "",
      filters: {},
    })
  })

  it("leaves the address clean while nothing was chosen", () => {
    const nothing = { pageIndex: 0, sorting: newest, search: "", filters: {} }

    expect(writeTableView(new URLSearchParams(), "", filters, newest, nothing).toString()).toBe("")
  })

  it.each(["page=-1", "page=x", "page=0", "created_at=%7Bbroken"])(
    "is not disturbed by %s",
    (text) => {
      expect(readTableView(new URLSearchParams(text), "", filters, newest)).toMatchObject({
        pageIndex: 0,
        filters: {},
      })
    }
  )

  it("writes the order as Medusa takes it", () => {
    expect(writeSorting(newest)).toBe("-created_at")
    expect(writeSorting({ id: "amount", desc: false })).toBe("amount")
  })

  it("knows a filter that says nothing yet", () => {
    expect([[], "", null, undefined].map(isEmptyFilter)).toEqual([true, true, true, true])
    expect(isEmptyFilter(["PAID"])).toBe(false)
  })
})

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
