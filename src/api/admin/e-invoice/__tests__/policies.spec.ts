import { readdirSync } from "node:fs"
import { join, sep } from "node:path"

import middlewares from "../../../middlewares"
import { E_INVOICE_RESOURCE } from "../../../../policies/e-invoice"

const folder = join(__dirname, "..")

/** Method and path of every route that a file below /admin/e-invoice serves. */
const served = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(`${sep}route.ts`))
  .flatMap((file) => {
    const parts = file.split(sep).slice(0, -1)
    const path = ["", "admin", "e-invoice", ...parts]
      .join("/")
      .replace(/\[(\w+)\]/g, ":$1")
    const methods = Object.keys(jest.requireActual<object>(join(folder, file)))
    return methods.map((method) => ({ method, path }))
  })

/** The reading routes that ask for more than reading, as docs/admin-api.md says of them. */
const asksForMore = ["/admin/e-invoice/personal-data/:customer_id"]

describe("the policies of the Admin API", () => {
  it("are looked for in every route", () => {
    expect(served.length).toBeGreaterThan(60)
    expect(served).toContainEqual({
      method: "POST",
      path: "/admin/e-invoice/reservations/:uuid/capture",
    })
  })

  it.each(served)("are declared for $method $path", ({ method, path }) => {
    const declared = (middlewares.routes ?? []).filter(
      ({ matcher, methods }) =>
        matcher === path && methods?.some((one) => one === method)
    )
    expect(declared.flatMap(({ policies }) => policies ?? [])).toEqual([
      {
        resource: E_INVOICE_RESOURCE,
        operation:
          method === "GET" && !asksForMore.includes(path) ? "read" : "update",
      },
    ])
  })
})
