import { z } from "zod"

import { areas, catalogue, isOperationId, operationIds, operationOf, pathParameters } from ".."
import { exampleIds } from "../operations/examples"

/** Method and path by the specification, Endpoints: these may not drift. */
const specified: Record<string, [method: string, path: string]> = {
  "orders.create-e-invoice": ["POST", "/orders/faktura/create"],
  "orders.delayed-charge": ["POST", "/orders/delayed/charge/{order_uuid}"],
  "orders.update-payment-link": ["POST", "/orders/{order_uuid}/update-payment-link"],
  "orders.create-payment-link": ["POST", "/orders/payment-link/create"],
  "users.create": ["GET", "/users/create/{userRoleSlug}"],
  "token.verify": ["GET", "/token/verify"],
  "customers.details": ["GET", "/customers/details/{customer_uuid}"],
  "customers.update-private": ["PUT", "/customers/update/private/{customer_uuid}"],
  "customers.update-corporate": ["PUT", "/customers/update/corporate/{customer_uuid}"],
  "credit-checks.private": ["POST", "//credit/check/private"],
  "credit-checks.corporate": ["POST", "//credit/check/corporate"],
  "credit-checks.list": ["GET", "/credit/check/list"],
  "subscriptions.cancel": ["POST", "/subscriptions/cancel/{subscriptionUuid}"],
  "subscriptions.resend": ["POST", "/subscriptions/resend/{subscriptionUuid}"],
}

const entries = operationIds.map((id) => [id, operationOf(id)] as const)

describe("the catalogue", () => {
  it("keeps the specification's methods and paths", () => {
    for (const [id, [method, path]] of Object.entries(specified)) {
      expect(isOperationId(id)).toBe(true)
      expect(catalogue).toHaveProperty([id, "method"], method)
      expect(catalogue).toHaveProperty([id, "path"], `/api/v1/connect${path}`)
    }
  })

  it("gives every operation a method and path of its own", () => {
    const routes = entries.map(([, { method, path }]) => `${method} ${path}`)

    expect(new Set(routes).size).toBe(routes.length)
  })

  it("changes something by GET only where it is published so", () => {
    expect(
      entries
        .filter(([, { method, safety }]) => method === "GET" && safety !== "read")
        .map(([id]) => id)
    ).toEqual(["users.create"])
  })

  it("tells an id from any other word", () => {
    expect(isOperationId("orders.status")).toBe(true)
    expect(isOperationId("orders.nothing")).toBe(false)
    expect(isOperationId("toString")).toBe(false)
  })
})

describe.each(entries)("the entry %s", (id, operation) => {
  it("stands under its own id, in an area that exists", () => {
    expect(operation.id).toBe(id)
    expect(areas).toContain(operation.area)
    expect(id.startsWith(`${operation.area}.`)).toBe(true)
  })

  it("names what its example acts on, where a path names a record", () => {
    const { given, request } = operation.example()
    const known: unknown[] = Object.values(exampleIds)
    if (Object.values(request.params ?? {}).some((value) => known.includes(value))) {
      expect(given).toBeDefined()
    }
  })

  it("has a path below the interface whose parameters are those of its schema", () => {
    expect(operation.path).toMatch(/^\/api\/v1\//)
    expect(operation.path).not.toMatch(/[?#\s]$|\/$/)
    const shape = operation.params?.shape ?? {}
    expect(pathParameters(operation.path).map(({ name, optional }) => [name, optional])).toEqual(
      Object.entries(shape).map(([name, schema]) => [name, z.safeParse(schema, undefined).success])
    )
  })

  it("succeeds with a 2xx and refuses with a 4xx or 5xx", () => {
    expect(operation.success.status).toBeGreaterThanOrEqual(200)
    expect(operation.success.status).toBeLessThan(300)
    expect(operation.success.messageKey).not.toBe("")
    for (const { status, messageKey } of operation.refusals) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(messageKey).not.toBe("")
    }
  })

  it("is a read only when it sends nothing that could change anything", () => {
    if (operation.safety === "read") {
      expect(operation.method).toBe("GET")
      expect(operation.body).toBeUndefined()
    }
  })

  it("names each refusal by status among its refusals, once", () => {
    const keys = operation.refusals.map(({ messageKey, status }) => `${status} ${messageKey}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const rule of operation.preconditions ?? []) {
      const named = "allowed" in rule ? [rule.messageKey] : Object.values(rule.refused)
      expect(operation.refusals.map(({ messageKey }) => messageKey)).toEqual(
        expect.arrayContaining(named)
      )
    }
  })

  it("says where it comes from", () => {
    expect(operation.sources.length).toBeGreaterThan(0)
    for (const alternative of operation.alternatives ?? []) {
      expect(alternative.method ?? alternative.path).toBeDefined()
      expect([alternative.method, alternative.path]).not.toEqual([operation.method, operation.path])
    }
  })

  it("has room for a list that grows with the account where it comes without pages", () => {
    const { data, query, maxAnswerBytes = 0 } = operation
    const isList = z.toJSONSchema(data, { io: "output" }).type === "array"
    const asked = query && z.toJSONSchema(query, { io: "input" }).properties
    const isPaged = Object.keys(asked ?? {}).some((name) => /page/i.test(name))
    const isOfOneCompany = id === "companies.information"
    if (isList && !isPaged && !isOfOneCompany && operation.method === "GET") {
      expect(maxAnswerBytes).toBe(64 * 1024 * 1024)
    }
  })

  it("can be described as JSON Schema", () => {
    for (const schema of [operation.params, operation.query, operation.body]) {
      if (schema) {
        expect(z.toJSONSchema(schema, { io: "input" })).toBeDefined()
      }
    }
    expect(z.toJSONSchema(operation.data, { io: "output" })).toBeDefined()
  })
})
