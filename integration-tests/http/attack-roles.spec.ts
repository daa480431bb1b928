import { createHmac, randomUUID } from "node:crypto"

import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { type OperationId, operationIds, operationOf } from "../../src/connect"
import { policyFor } from "../../src/policies/e-invoice"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { Merchant } from "./support/merchant"
import { fillRoute, type Route, routesBelow } from "./support/route-table"

// Read by Medusa when it boots, which is after this file was loaded.
process.env["MEDUSA_FF_RBAC"] = "true"
process.env["MEDUSA_SETTINGS"] = JSON.stringify({
  modules: [{ resolve: "@medusajs/medusa/rbac" }],
})
afterAll(() => {
  delete process.env["MEDUSA_FF_RBAC"]
  delete process.env["MEDUSA_SETTINGS"]
})

eInvoiceSuite("attack-roles", { furtherModules: true }, (suite) => {
  it("every admin route is closed to a role without a policy for it, where the store uses roles", async () => {
    const { http: withoutRole } = await Merchant.signIn(suite)
    const key = await suite.container
      .resolve(Modules.API_KEY)
      .createApiKeys({ title: "shop", type: "secret", created_by: "test" })
    const withSecretKey = suite.http.with({
      authorization: `Basic ${Buffer.from(`${key.token}:`).toString("base64")}`,
    })
    const routes = [...routesBelow("/admin"), ...operationIds.map(doorOf)]
    expect(routes.length).toBeGreaterThan(operationIds.length)
    for (const http of [withoutRole, withSecretKey]) {
      for (const route of routes) {
        const path = fillRoute(route, "ODR1234567890")
        const { status } = route.method === "GET" ? await http.get(path) : await http.post(path)
        expect({ route, status }).toEqual({ route, status: 403 })
      }
    }
    expect(suite.sandbox.requests()).toEqual([])
  })

  describe("a role", () => {
    type Policy = (typeof policyFor)[keyof typeof policyFor][number]
    const everything: Policy[] = Object.values(policyFor).flat()

    const withRole = async (policies: readonly Policy[]) => {
      const rbac = suite.container.resolve(Modules.RBAC)
      const known = await rbac.listRbacPolicies({}, { take: 10_000 })
      const role = await rbac.createRbacRoles({ name: randomUUID() })
      for (const { resource, operation } of policies) {
        const policy = known.find((one) => one.resource === resource && one.operation === operation)
        if (!policy) {
          throw new Error(`Medusa does not know ${resource}:${operation}.`)
        }
        await rbac.createRbacRolePolicies({
          role_id: role.id,
          policy_id: policy.id,
        })
      }
      const { http } = suite.container.resolve(
        ContainerRegistrationKeys.CONFIG_MODULE
      ).projectConfig
      return suite.http.with({
        authorization: `Bearer ${sessionOf(role.id, String(http.jwtSecret))}`,
      })
    }
    const statusOf = async (http: Awaited<ReturnType<typeof withRole>>, { method, path }: Route) =>
      (method === "GET"
        ? await http.get(fillRoute({ method, path }, "ODR1234567890"))
        : await http.post(fillRoute({ method, path }, "ODR1234567890"))
      ).status

    /** One route for each thing that a role may be allowed. */
    const routes: Record<keyof typeof policyFor, Route> = {
      reading: { method: "GET", path: "/admin/e-invoice/orders" },
      updating: {
        method: "POST",
        path: "/admin/e-invoice/settings/connection-test",
      },
      refunding: {
        method: "POST",
        path: "/admin/e-invoice/orders/:id/refunds",
      },
      cancelling: {
        method: "POST",
        path: "/admin/e-invoice/orders/:id/cancel",
      },
      settling: { method: "POST", path: "/admin/e-invoice/orders/:id/settle" },
      readingPersonalData: {
        method: "GET",
        path: "/admin/e-invoice/personal-data/:customer_id",
      },
      changingPersonalData: {
        method: "POST",
        path: "/admin/e-invoice/personal-data/:customer_id/erase",
      },
      creatingUsers: doorOf("users.create"),
    }
    const acts = Object.keys(routes) as (keyof typeof policyFor)[]

    it.each(acts)("that is allowed %s is let in there, and nowhere else", async (act) => {
      const http = await withRole(policyFor[act])
      for (const other of acts) {
        const status = await statusOf(http, routes[other])
        expect({ other, isRefused: status === 403 }).toEqual({
          other,
          isRefused: other !== act,
        })
      }
    })

    it.each(acts)("that is allowed all but %s is kept out there alone", async (act) => {
      const withheld: readonly Policy[] = policyFor[act]
      const http = await withRole(everything.filter((policy) => !withheld.includes(policy)))
      for (const other of acts) {
        const status = await statusOf(http, routes[other])
        expect({ other, isRefused: status === 403 }).toEqual({
          other,
          isRefused: other === act,
        })
      }
    })

    /** What each operation asks a role for, where it is more than reading or updating. */
    const special: Partial<Record<OperationId, keyof typeof policyFor>> = {
      "orders.refund": "refunding",
      "reservations.refund": "refunding",
      "subscriptions.refund-cycle": "refunding",
      "refunds.request-approval": "refunding",
      "orders.cancel": "cancelling",
      "reservations.cancel": "cancelling",
      "subscriptions.cancel": "cancelling",
      "customers.details": "readingPersonalData",
      "credit-checks.list": "readingPersonalData",
      "credit-checks.details": "readingPersonalData",
      "customers.update-private": "changingPersonalData",
      "customers.update-corporate": "changingPersonalData",
      "credit-checks.private": "changingPersonalData",
      "credit-checks.corporate": "changingPersonalData",
      "users.create": "creatingUsers",
    }
    const actOf = (id: OperationId): keyof typeof policyFor =>
      special[id] ?? (doorOf(id).method === "GET" ? "reading" : "updating")

    it("is let in to an operation by the policies of what it does, and by no others", async () => {
      for (const act of acts) {
        const withheld: readonly Policy[] = policyFor[act]
        const allowed = await withRole(withheld)
        const others = await withRole(everything.filter((policy) => !withheld.includes(policy)))
        for (const id of operationIds.filter((operation) => actOf(operation) === act)) {
          const statuses = [await statusOf(allowed, doorOf(id)), await statusOf(others, doorOf(id))]
          expect({ id, isRefused: statuses.map((status) => status === 403) }).toEqual({
            id,
            isRefused: [false, true],
          })
        }
      }
    })

    it("gets no further by another spelling, or another method, of an operation's address", async () => {
      const http = await withRole([...policyFor.reading, ...policyFor.updating])
      const { path } = doorOf("orders.refund")
      for (const spelled of [
        path.replace("orders.", "orders%2E"),
        path.replace("refund", "%72efund"),
        path.replace("admin", "ADMIN"),
        `${path}/`,
      ]) {
        for (const method of ["GET", "POST"] as const) {
          const status = await statusOf(http, { method, path: spelled })
          expect({ spelled, method, isKeptOut: status === 403 || status === 404 }).toEqual({
            spelled,
            method,
            isKeptOut: true,
          })
        }
      }
      expect(suite.sandbox.requests()).toEqual([])
    })

    it("that Medusa denies refunds can refund by no route of ours", async () => {
      const http = await withRole(everything.filter(({ resource }) => resource !== "refund"))
      const refunds = [
        ...routesBelow("/admin").filter(
          ({ method, path }) => method === "POST" && /\/(refunds|approval)$/.test(path)
        ),
        ...operationIds.filter((id) => actOf(id) === "refunding").map(doorOf),
      ]
      expect(refunds.length).toBeGreaterThan(6)
      for (const route of refunds) {
        const status = await statusOf(http, route)
        expect({ route, status }).toEqual({ route, status: 403 })
      }
      expect(suite.sandbox.requests()).toEqual([])
    })
  })
})

/** Where an operation is called. */
function doorOf(id: OperationId): Route {
  return {
    method: operationOf(id).safety === "read" ? "GET" : "POST",
    path: `/admin/e-invoice/operations/${id}`,
  }
}

/** A session as Medusa's of an admin user who has one role. */
function sessionOf(roleId: string, secret: string): string {
  const unsigned = [
    { alg: "HS256", typ: "JWT" },
    {
      actor_id: "user_of_role",
      actor_type: "user",
      auth_identity_id: "authid_of_role",
      app_metadata: { user_id: "user_of_role", roles: [roleId] },
    },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".")
  const signature = createHmac("sha256", secret).update(unsigned)
  return `${unsigned}.${signature.digest("base64url")}`
}
