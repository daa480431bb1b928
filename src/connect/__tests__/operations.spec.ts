import { saysRefused } from "../messages"
import {
  type Answer,
  ConnectClient,
  type ConnectClientOptions,
  ConnectError,
  OperationDisabledError,
  type OperationId,
  operationIds,
  operationOf,
  RefusedError,
} from ".."
import type { Example, Operation } from "../operation"
import { malformedRequests } from "./malformed-requests"
import { startWireServer, type WireServer } from "./wire-server"

/** A call whose id is one of many: the table ties each request to its id. */
type AnyCall = (id: OperationId, request: object) => Promise<Answer<unknown>>

let server: WireServer
const clients: ConnectClient[] = []

beforeAll(async () => {
  server = await startWireServer()
})

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()))
  await server.close()
})

beforeEach(() => {
  server.requests.length = 0
})

const callerOf = (options: Partial<ConnectClientOptions> = {}): AnyCall => {
  const client = new ConnectClient({
    baseUrl: server.url,
    token: "test-token",
    budgetMs: 2_000,
    repeat: { attempts: 1 },
    breaker: { failures: 1_000 },
    ...options,
  })
  clients.push(client)
  return client.call.bind(client) as AnyCall
}

const failureOf = async (call: Promise<unknown>): Promise<ConnectError> => {
  const error: unknown = await call.catch((reason: unknown) => reason)
  if (!(error instanceof ConnectError)) {
    throw new Error(`expected a ConnectError, not ${String(error)}`)
  }
  return error
}

/** What each refusal of the service must become. */
const kinds: Record<number, string> = {
  400: "conflict",
  401: "unauthorised",
  404: "not-found",
  417: "refused",
}

/** Where a request belongs by the entry's path, whose slashes stay as they are. */
function addressOf({ path }: Operation, { params = {}, query = {} }: Example["request"]): string {
  const at = path
    .replace(/\/\{(\w+)\?\}/g, (part, name: string) => (name in params ? `/{${name}}` : ""))
    .replace(/\{(\w+)\}/g, (_part, name: string) => String(params[name]))
  const asked = Object.entries(query).map(([name, value]) => `${name}=${String(value)}`)
  return asked.length > 0 ? `${at}?${asked.join("&")}` : at
}

describe.each(operationIds)("%s", (id) => {
  const operation = operationOf(id)
  const { request, answer: answered, reads = answered } = operation.example()
  const url = addressOf(operation, request)
  const { status, messageKey } = operation.success
  const success = {
    status_code: status,
    status_message: "OK",
    message: messageKey,
    is_data: false,
    data: answered,
  }
  const { body } = request

  it("arrives as published and reads its success", async () => {
    server.answerJson(status, success)

    const answer = await callerOf()(id, request)

    const [seen] = server.requests
    expect(seen).toMatchObject({
      method: operation.method,
      url,
      headers: {
        authorization: "Bearer test-token",
        accept: "application/json",
      },
    })
    expect(seen?.body ? JSON.parse(seen.body) : undefined).toEqual(body)
    expect(seen?.headers["content-type"]).toBe(body && "application/json")
    expect(answer).toMatchObject({ httpStatus: status, messageKey })
    if (typeof reads === "object" && reads !== null) {
      expect(answer.data).toMatchObject(reads)
    } else {
      expect(answer.data).toEqual(reads)
    }
    expect(answer.raw).toEqual(success)
  })

  it.each([...operation.refusals])(
    "turns the refusal $status $messageKey into its error",
    async (refusal) => {
      server.answerJson(refusal.status, {
        status_code: refusal.status,
        message: refusal.messageKey,
        is_data: false,
        data: null,
      })

      const error = await failureOf(callerOf()(id, request))

      const isOpen = refusal.status >= 500 && !saysRefused(refusal.messageKey)
      const failing = !isOpen
        ? "refused"
        : operation.safety === "read"
          ? "unavailable"
          : "ambiguous"
      expect(error).toMatchObject({
        kind: kinds[refusal.status] ?? failing,
        operationId: id,
        httpStatus: refusal.status,
        messageKey: refusal.messageKey,
        outcomeUnknown: isOpen && operation.safety !== "read",
      })
      expect(error.message).toMatch(/^[A-Z].*\.$/s)
      expect(error.advice).toMatch(/^[A-Z].*\.$/s)
    }
  )

  it("refuses malformed input before the wire, naming the field", async () => {
    const call = callerOf()
    for (const malformed of malformedRequests(operation)) {
      const error = await failureOf(call(id, malformed.request))

      expect(error).toBeInstanceOf(RefusedError)
      expect(Object.keys(error.fieldErrors ?? {})).toEqual([malformed.field])
      expect(error.httpStatus).toBeUndefined()
      expect(error.outcomeUnknown).toBe(false)
    }
    expect(server.requests).toHaveLength(0)
  })

  it("goes where the merchant's override says", async () => {
    server.answerJson(status, success)
    const path = operation.path.replace("/api/v1", "/api/v2")
    const call = callerOf({ operations: { [id]: { method: "PATCH", path } } })

    await call(id, request)

    expect(server.requests[0]).toMatchObject({
      method: "PATCH",
      url: url.replace("/api/v1", "/api/v2"),
    })
  })

  it("names the option when it is switched off", async () => {
    const call = callerOf({ operations: { [id]: { enabled: false } } })

    const error = await failureOf(call(id, request))

    expect(error).toBeInstanceOf(OperationDisabledError)
    expect(error.message).toContain(`operations.${id}.enabled`)
    expect(server.requests).toHaveLength(0)
  })
})

describe("where the client calls", () => {
  it("writes a space of the query as a form does", async () => {
    server.answerJson(200, { message: "ok", data: [] })

    await callerOf()("orders.status-list", { query: { type: "PARTIAL REFUNDED" } })

    expect(server.requests[0]?.url).toBe("/api/v1/connect/orders/status?type=PARTIAL+REFUNDED")
  })

  it("keeps the path of a base address behind a proxy", async () => {
    server.answerJson(200, { message: "ok" })

    await callerOf({ baseUrl: `${server.url}/service/` })("token.verify", {})

    expect(server.requests[0]?.url).toBe("/service/api/v1/connect/token/verify")
  })

  it.each([
    [{ "orders.nothing": { enabled: false } }, "orders.nothing is not"],
    [{ "orders.status": { path: "orders" } }, "orders.status.path must begin"],
    [{ "orders.status": { path: "/orders/status" } }, "orders.status.path must carry {order_uuid}"],
    [{ "orders.status": { path: "/orders/{uuid}" } }, "orders.status.path must carry {order_uuid}"],
    [{ "orders.status": { method: "HEAD" } }, "orders.status.method"],
    [{ "orders.status": { enable: false } }, "orders.status"],
  ])("refuses the override %j", (operations, message) => {
    expect(
      () =>
        new ConnectClient({
          baseUrl: server.url,
          token: "t",
          operations: operations as ConnectClientOptions["operations"],
        })
    ).toThrow(message)
  })

  it.each([
    ["service.example", "baseUrl must be an absolute address"],
    ["ftp://service.example", "baseUrl must be an absolute address"],
    ["https://service.example?a=1", "baseUrl must not carry"],
    ["https://me:secret@service.example", "baseUrl must not carry"],
  ])("refuses the base address %s", (baseUrl, message) => {
    expect(() => new ConnectClient({ baseUrl, token: "t" })).toThrow(message)
  })

  it.each(["", "two words", "line\nbreak", "bœrer"])(
    "refuses the token %j without repeating it",
    (token) => {
      expect(() => new ConnectClient({ baseUrl: server.url, token })).toThrow(
        "token must be one word of printable ASCII, as issued"
      )
    }
  )
})
