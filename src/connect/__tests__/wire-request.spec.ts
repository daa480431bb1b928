import { z } from "zod"

import { type OperationId, operationIds, operationOf, RefusedError } from ".."
import type { OtherBody } from "../operation"
import {
  type OperationOverride,
  type OperationOverrides,
  operationOverridesSchema,
  resolveOperations,
  type UncheckedRequest,
  wireRequest,
} from "../wire-request"

const entryOf = (id: OperationId, override: OperationOverride = {}) => {
  const operation = resolveOperations({ [id]: override }).get(id)
  if (!operation) {
    throw new Error(`${id} is no operation`)
  }
  return operation
}

const write = (id: OperationId, request: UncheckedRequest, override?: OperationOverride) =>
  wireRequest(entryOf(id, override), request, "/shop")

/** The fields that a refusal names, each with how many sentences. */
function refusedFields(act: () => unknown): Record<string, number> {
  try {
    act()
  } catch (error) {
    if (error instanceof RefusedError) {
      return Object.fromEntries(
        Object.entries(error.fieldErrors ?? {}).map(([field, says]) => [field, says.length])
      )
    }
    throw error
  }
  throw new Error("it was not refused")
}

const order = { order_uuid: "ODR1" }

/** An entry whose parts a test adds. */
const bare = { ...operationOf("token.verify"), path: "/bare" }

describe("a request on the wire", () => {
  it("stands below the base path, and has no body where none is sent", () => {
    expect(write("orders.status", { params: order })).toStrictEqual({
      method: "GET",
      path: "/shop/api/v1/connect/orders/status/ODR1",
    })
  })

  it.each([
    [{}, ""],
    [{ type: undefined }, ""],
    [{ type: "PARTIAL REFUNDED" }, "?type=PARTIAL+REFUNDED"],
  ])("carries the query %j", (query, expected) => {
    expect(write("orders.status-list", { query }).path).toBe(
      `/shop/api/v1/connect/orders/status${expected}`
    )
  })

  it("encodes what a query would read as its own", () => {
    const query = z.object({ "a&b": z.string() })

    expect(wireRequest({ ...bare, query }, { query: { "a&b": "1=2&ø#" } }, "").path).toBe(
      "/bare?a%26b=1%3D2%26%C3%B8%23"
    )
  })

  it("may leave out parameters and query as a whole where none is required", () => {
    const path = "/api/v1/connect/orders/status"

    expect(write("orders.status-list", {}).path).toBe(`/shop${path}`)
    expect(refusedFields(() => write("orders.status", {}))).toEqual({ order_uuid: 1 })
  })

  it("may not leave out its body", () => {
    expect(refusedFields(() => write("orders.cancel", { params: order }))).toEqual({ "": 1 })
  })

  it.each(["params", "query", "body"])("refuses %s that are not taken", (part) => {
    expect(refusedFields(() => write("token.verify", { [part]: {} }))).toEqual({ [part]: 1 })
  })

  it("refuses a body that cannot be written", () => {
    const operation = { ...bare, body: z.object({}), writeBody: () => 1n }

    expect(refusedFields(() => wireRequest(operation, { body: {} }, ""))).toEqual({ "": 1 })
  })

  it("lets what was not foreseen in a path through", () => {
    const operation = { ...bare, path: "/{a}", params: z.object({ a: z.string() }) }

    expect(() => wireRequest(operation, { params: { a: "\ud800" } }, "")).toThrow(URIError)
  })
})

describe("a parameter that may be left out", () => {
  const id = "subscriptions.failed-list"
  const params = { status: "paid" }

  it.each([
    ["/list/{status?}", { params }, "/list/paid"],
    ["/list/{status?}", { params, query: { page: 2 } }, "/list/paid?page=2"],
    ["/list", { params, query: { page: 2 } }, "/list?page=2&status=paid"],
    ["/list", {}, "/list"],
  ])("is sent where %s has a place for it, else in the query", (path, request, expected) => {
    expect(write(id, request, { path }).path).toBe(`/shop${expected}`)
  })

  it("is required where a merchant's path makes it so", () => {
    const override = { path: "/list/{status}" }

    expect(write(id, { params }, override).path).toBe("/shop/list/paid")
    expect(refusedFields(() => write(id, {}, override))).toEqual({ status: 1 })
  })
})

describe("a merchant's members of a body", () => {
  const added = { note: "n", lines: [2], within: { b: 2 } }
  const bodyWith = (writeBody?: OtherBody["write"]) => {
    const operation = { ...bare, body: z.looseObject({}), addedBody: added, writeBody }
    const body = { kept: 1, lines: [1], within: { a: 1 } }
    return JSON.parse(wireRequest(operation, { body }, "").body ?? "") as unknown
  }

  it("are laid over it record by record, lists as a whole", () => {
    expect(bodyWith()).toEqual({ kept: 1, note: "n", lines: [2], within: { a: 1, b: 2 } })
  })

  it("are laid over the form of the reading in force", () => {
    expect(bodyWith(() => ({ within: 1 }))).toEqual(added)
    expect(bodyWith(() => "text")).toEqual(added)
  })
})

describe("a merchant's choices", () => {
  const readings = operationIds.flatMap((id) => {
    const operation = operationOf(id)
    return (operation.alternatives ?? []).map(
      ({ method = operation.method, path = operation.path, body }) =>
        [id, method, path, body?.write] as const
    )
  })

  it.each(readings)("have %s written as %s %s takes it", (id, method, path, writes) => {
    expect(entryOf(id, { method, path })).toMatchObject({ method, path })
    expect(entryOf(id, { method, path }).writeBody).toBe(writes)
    expect(entryOf(id, { method: "PATCH", path }).writeBody).toBeUndefined()
    expect(entryOf(id, { method, path: `${path}/else` }).writeBody).toBeUndefined()
    expect(entryOf(id).writeBody).toBeUndefined()
  })

  it("leave switched on what they do not switch off", () => {
    expect(entryOf("token.verify").enabled).toBe(true)
    expect(entryOf("token.verify", { enabled: false }).enabled).toBe(false)
  })

  it("are refused by naming each that is wrong", () => {
    const overrides = { "token.verify": { path: "/{a}" }, "orders.none": {} } as OperationOverrides

    expect(() => resolveOperations(overrides)).toThrow(
      /^operations: token\.verify\.path must [^;]+; orders\.none is /
    )
  })

  const history = "reservations.history"

  it.each<[OperationOverrides, string[]]>([
    [{ "orders.details": { path: "orders/{order_uuid}" } }, ["orders.details.path"]],
    [{ "orders.details": { path: "orders" } }, ["orders.details.path"]],
    [{ "orders.details": { path: "/orders" } }, ["orders.details.path"]],
    [{ "token.verify": { path: "/token", body: { a: 1 } } }, ["token.verify.body"]],
    [
      { "token.verify": { body: { a: 1 }, path: "/{a}" } },
      ["token.verify.body", "token.verify.path"],
    ],
    [{ [history]: { path: "/{end_timestamp}/{start_timestamp?}" } }, []],
    [{ [history]: { path: "/{end_timestamp}" } }, []],
    [{ [history]: { path: "/{end_timestamp}/{other}" } }, [`${history}.path`]],
  ])("of %j are wrong in %j", (overrides, expected) => {
    const { error } = operationOverridesSchema.safeParse(overrides)

    expect(error?.issues.map(({ path }) => path.join(".")) ?? []).toEqual(expected)
  })

  it("name the parameters that a path must carry", () => {
    const told = (id: OperationId) =>
      operationOverridesSchema.safeParse({ [id]: { path: "/{none}" } }).error?.issues[0]

    expect(told(history)).toMatchObject({
      code: "custom",
      message: expect.stringContaining(" {start_timestamp} {end_timestamp},"),
    })
    expect(told("orders.details")?.message).toContain(" {order_uuid},")
  })
})
