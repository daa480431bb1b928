import { readdirSync } from "node:fs"
import { join, sep } from "node:path"

import middlewares from "../../../middlewares"
import { policyFor } from "../../../../policies/e-invoice"

const folder = join(__dirname, "..")

/** Method and path of every route that a file below /admin/e-invoice serves. */
const served = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(`${sep}route.ts`))
  .flatMap((file) => {
    const parts = file.split(sep).slice(0, -1)
    const path = ["", "admin", "e-invoice", ...parts].join("/").replace(/\[(\w+)\]/g, ":$1")
    const methods = Object.keys(jest.requireActual<object>(join(folder, file)))
    return methods.map((method) => ({ method, path }))
  })

/** Serves every operation, each with policies of its own: the attack suite looks at each. */
const DOOR = "/admin/e-invoice/operations/:id"

/** Routes that ask for more than reading (GET) or updating (POST), as docs/admin-api.md says of them. */
const special: Record<string, keyof typeof policyFor> = {
  "POST /orders/:id/refunds": "refunding",
  "POST /orders/:id/refunds/:refund_id/approval": "refunding",
  "POST /reservations/:uuid/refunds": "refunding",
  "POST /reservations/:uuid/refunds/:refund_id/approval": "refunding",
  "POST /orders/:id/cancel": "cancelling",
  "POST /orders/:id/settle": "settling",
  "POST /orders/:id/refunds/:refund_id/settle": "settling",
  "POST /operation-log/:id/settle": "settling",
  "GET /personal-data/:customer_id": "readingPersonalData",
  "GET /medusa-customers/:id/credit-checks": "readingPersonalData",
  "POST /personal-data/:customer_id/erase": "changingPersonalData",
}

describe("the policies of the Admin API", () => {
  it("are looked for in every route", () => {
    expect(served.length).toBeGreaterThan(30)
    expect(served).toContainEqual({
      method: "POST",
      path: "/admin/e-invoice/reservations/:uuid/captures",
    })
  })

  it("are special for routes that exist", () => {
    expect(
      served.map(({ method, path }) => `${method} ${path.replace("/admin/e-invoice", "")}`)
    ).toEqual(expect.arrayContaining(Object.keys(special)))
  })

  it("are those of the operation, where one route serves them all", () => {
    const [middleware] = (middlewares.routes ?? []).filter(({ matcher }) => matcher === DOOR)
    expect(middleware?.methods).toEqual(["GET", "POST"])
    expect(middleware?.policies).toBeUndefined()
    expect(middleware?.middlewares).toHaveLength(1)
  })

  it.each(served.filter(({ path }) => path !== DOOR))(
    "are declared for $method $path",
    ({ method, path }) => {
      const declared = (middlewares.routes ?? []).filter(
        ({ matcher, methods }) => matcher === path && methods?.some((one) => one === method)
      )
      const route = `${method} ${path.replace("/admin/e-invoice", "")}`
      expect(declared.flatMap(({ policies }) => policies ?? [])).toEqual(
        policyFor[special[route] ?? (method === "GET" ? "reading" : "updating")]
      )
    }
  )
})
