import { Modules } from "@medusajs/framework/utils"

import { eInvoiceSuite } from "./support/e-invoice-suite"
import { Merchant } from "./support/merchant"
import { fillRoute, routesBelow } from "./support/route-table"

// Read by Medusa when it boots, which is after this file was loaded.
process.env["MEDUSA_FF_RBAC"] = "true"
afterAll(() => {
  delete process.env["MEDUSA_FF_RBAC"]
})

eInvoiceSuite("attack-roles", {}, (suite) => {
  it("every admin route is closed to whoever has no policy for it, where the store uses roles", async () => {
    const { http: withoutRole } = await Merchant.signIn(suite)
    const key = await suite.container
      .resolve(Modules.API_KEY)
      .createApiKeys({ title: "shop", type: "secret", created_by: "test" })
    const withSecretKey = suite.http.with({
      authorization: `Basic ${Buffer.from(`${key.token}:`).toString("base64")}`,
    })
    const routes = routesBelow("/admin")
    expect(routes.length).toBeGreaterThan(0)
    for (const http of [withoutRole, withSecretKey]) {
      for (const route of routes) {
        const path = fillRoute(route, "ODR1234567890")
        const { status } =
          route.method === "GET" ? await http.get(path) : await http.post(path)
        expect({ route, status }).toEqual({ route, status: 403 })
      }
    }
    expect(suite.sandbox.requests()).toEqual([])
  })
})
