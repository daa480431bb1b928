import { operationOf } from ".."
import type { Envelope } from "../answer"
import type { ConnectError } from "../errors"
import type { CutShortReason, Exchange } from "../exchange"
import { explainMessageKey } from "../messages"
import type { Operation } from "../operation"
import { failureOf, isSuccess, malformed, resting, shownMessageKey } from "../failure"

const reading = operationOf("orders.status")
const once = operationOf("orders.cancel")
const anyKey = "aKeyWithoutExplanation"

const envelopeOf = (message: string, errors?: unknown) =>
  ({ message, errors }) as unknown as Envelope

const answered = (status: number, message?: string, errors?: unknown): Exchange => ({
  kind: "answered",
  status,
  headers: {},
  envelope: message === undefined ? undefined : envelopeOf(message, errors),
})

const cutShort = (status: number, reason: CutShortReason): Exchange => ({
  kind: "cut-short",
  status,
  headers: {},
  reason,
  cause: Object.assign(new TypeError("broke off"), { code: "ECONNRESET", data: "kari" }),
})

const unanswered = (sent: boolean): Exchange => ({
  kind: "unanswered",
  sent,
  cause: new RangeError("no route"),
})

const failed = (
  exchange: Exchange,
  {
    operation = once,
    earlierOutcomeOpen = false,
  }: { operation?: Operation; earlierOutcomeOpen?: boolean } = {}
): ConnectError =>
  failureOf(
    operation,
    { exchange, earlierOutcomeOpen },
    exchange,
    exchange.kind === "answered" ? exchange.envelope : undefined
  )

it.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])("a status of %i is a success: %p", (status, is) => {
  expect(isSuccess(status)).toBe(is)
})

describe("the kind of a failure", () => {
  it.each<[string, Exchange, string]>([
    ["400", answered(400, anyKey), "conflict"],
    ["409", answered(409, anyKey), "conflict"],
    ["401", answered(401, anyKey), "unauthorised"],
    ["403", answered(403, anyKey), "unauthorised"],
    ["404", answered(404, anyKey), "not-found"],
    ["410", answered(410, anyKey), "not-found"],
    ["417", answered(417, anyKey), "refused"],
    ["422", answered(422, anyKey), "refused"],
    ["405", answered(405, anyKey), "refused"],
    ["429", answered(429, anyKey), "unavailable"],
    ["302 of a reading", answered(302), "unavailable"],
    ["503 of a reading", answered(503), "unavailable"],
    ["302 that names a reason", answered(302, "orderStatusAlreadyPaid"), "unavailable"],
    ["no connection", unanswered(false), "unavailable"],
  ])("of %s", (what, exchange, kind) => {
    const operation = what.includes("reading") ? reading : once

    expect(failed(exchange, { operation })).toMatchObject({ kind, outcomeUnknown: false })
  })

  it.each<[string, Exchange]>([
    ["no answer", unanswered(true)],
    ["an answer of the server's own failure", answered(503)],
    ["a refusal that broke off", cutShort(500, "broken")],
    ["a success that broke off", cutShort(200, "broken")],
  ])(
    "is ambiguous after %s to what changes something, and no more where it only reads",
    (_what, exchange) => {
      expect(failed(exchange)).toMatchObject({ kind: "ambiguous", outcomeUnknown: true })
      expect(failed(exchange, { operation: reading })).toMatchObject({
        kind: "unavailable",
        outcomeUnknown: false,
      })
    }
  )

  it("is ambiguous where an earlier attempt may have taken effect, unless the service refuses", () => {
    const earlier = { earlierOutcomeOpen: true }

    expect(failed(unanswered(false), earlier)).toMatchObject({
      kind: "ambiguous",
      operationId: "orders.cancel",
      outcomeUnknown: true,
    })
    expect(failed(answered(302), earlier)).toMatchObject({ kind: "ambiguous", httpStatus: 302 })
    expect(failed(answered(409, anyKey), earlier)).toMatchObject({
      kind: "conflict",
      outcomeUnknown: true,
    })
    expect(failed(answered(409, anyKey), { ...earlier, operation: reading })).toMatchObject({
      outcomeUnknown: false,
    })
  })

  it.each<CutShortReason>(["too-large", "unreadable"])(
    "is an answer that cannot be used where a success is %s",
    (reason) => {
      const error = failed(cutShort(200, reason))

      expect(error).toMatchObject({
        kind: "malformed-answer",
        httpStatus: 200,
        outcomeUnknown: true,
      })
      expect(failed(cutShort(500, reason)).kind).not.toBe("malformed-answer")
      expect(error.message.includes("broke off")).toBe(reason === "unreadable")
    }
  )
})

describe("what a failure tells", () => {
  it("is the service's own word, without what is personal, and not all of a long one", () => {
    expect(failed(answered(409, "orderStatusAlreadyPaid"))).toMatchObject({
      operationId: "orders.cancel",
      httpStatus: 409,
      messageKey: "orderStatusAlreadyPaid",
    })
    expect(failed(answered(409)).messageKey).toBeUndefined()
    expect(shownMessageKey(envelopeOf("kari@example.com is known"))).not.toContain("kari")
    expect(shownMessageKey(envelopeOf("x".repeat(130)))).toHaveLength(120)
    expect(shownMessageKey(envelopeOf(""))).toBeUndefined()
  })

  it("is the cause, without what the error carries beside", () => {
    const { cause } = failed(cutShort(500, "broken"), { operation: reading })

    expect(cause).toMatchObject({ name: "TypeError", message: "broke off", code: "ECONNRESET" })
    expect(cause).not.toHaveProperty("data")
    expect(failed(unanswered(true)).cause).toMatchObject({ name: "RangeError" })
    expect(failed(unanswered(true)).cause).not.toHaveProperty("code")
    expect(failed(answered(409, anyKey)).cause).toBeUndefined()
  })

  it("is the meaning of a word that is explained", () => {
    const { sentence, advice } = explainMessageKey("orderNotFound") ?? {}

    expect(failed(answered(404, "orderNotFound"))).toMatchObject({ message: sentence, advice })
  })

  it("is what a reading can do about it, where that is less", () => {
    const key = "somethingWentWrong"
    const { advice, adviceForReading } = explainMessageKey(key) ?? {}

    expect(adviceForReading).toBeDefined()
    expect(failed(answered(400, key)).advice).toBe(advice)
    expect(failed(answered(400, key), { operation: reading }).advice).toBe(adviceForReading)
  })

  it("is status and word of one that is not explained", () => {
    expect(failed(answered(409, anyKey)).message).toContain(`HTTP 409, ${anyKey}`)
    expect(failed(answered(409)).message).toContain("(HTTP 409)")
  })

  it.each([
    ["a redirect", [301, 399]],
    ["too many requests", [429]],
    ["a token that is not accepted", [401, 403]],
    ["nothing there", [404]],
    ["a refusal", [400, 409, 499]],
    ["a server that failed", [500, 503]],
  ])("is the same of every status of %s, and of no other", (_what, statuses) => {
    const sentence = (status: number) =>
      failed(answered(status), { operation: reading }).message.replace(/HTTP \d+/, "")
    const others = [301, 429, 401, 404, 400, 500].filter((status) => !statuses.includes(status))

    expect(new Set(statuses.map(sentence)).size).toBe(1)
    expect(others.map(sentence)).not.toContain(sentence(statuses[0] ?? 0))
  })

  it("is that the answer broke off where it was a success", () => {
    const message = (status: number) => failed(cutShort(status, "broken")).message
    const redirected = failed(cutShort(302, "broken")).message

    expect(message(200)).toContain("HTTP 200")
    expect(message(200).replace("200", "")).not.toBe(message(500).replace("500", ""))
    expect(message(200).replace("200", "")).not.toBe(redirected.replace("302", ""))
  })

  it.each([
    [301, "baseUrl"],
    [401, "option token"],
    [403, "option token"],
    [404, "operations.orders.status.method"],
    [405, "operations.orders.status.method"],
    [410, "operations.orders.status.method"],
  ])("is which option decides it: %i", (status, option) => {
    const advice = (at: number) => failed(answered(at), { operation: reading }).advice

    expect(advice(status)).toContain(option)
    for (const other of [400, 409, 429, 500, 503]) {
      expect(advice(other)).not.toContain(option)
    }
    expect(advice(429)).toBe(advice(503))
    expect(advice(500)).toBe(advice(503))
    expect(advice(400)).toBe(advice(409))
    expect(advice(409)).not.toBe(advice(503))
  })

  it("is whether bytes left, and that the address may be wrong where none did", () => {
    const [sent, unsent] = [true, false].map((bytes) =>
      failed(unanswered(bytes), { operation: reading })
    )

    expect(sent?.message).not.toBe(unsent?.message)
    expect(unsent?.advice).toContain("address")
    expect(sent?.advice).not.toContain("address")
  })

  it("is the status that a precondition refuses, or those that it allows", () => {
    const update = operationOf("orders.update-payment-link")
    const resend = operationOf("orders.resend-payment-link")
    const refused = { record: "order", refused: { ODD: "isOdd", PAID: anyKey } } as const
    const told = (operation: Operation, key: string) => {
      const { message, advice } = failed(answered(409, key), { operation })
      return { message, advice }
    }

    expect(told(update, "orderStatusNotSent").message).toContain("SENT")
    expect(told(update, "orderStatusNotSent").advice).toContain("order")
    const odd = told({ ...resend, preconditions: [refused] }, "isOdd")
    expect(odd.message).toContain("ODD")
    expect(odd.message).not.toContain("isOdd")
    expect(odd.advice).toBe(told(update, "orderStatusNotSent").advice)
    expect(told({ ...resend, preconditions: [refused] }, "another").message).toContain("another")
  })

  it("is the fields that were rejected, by their own names", () => {
    const create = operationOf("orders.create-e-invoice")
    const errors = ["The order date field is required.", "The products.0.rate is odd."]
    const error = failed(answered(417, "payloadValidationErrors", errors), { operation: create })

    expect(error.fieldErrors).toEqual({
      orderDate: [errors[0]],
      "products.0.rate": [errors[1]],
    })
    expect(error.message).toContain("orderDate, products.0.rate")

    const unnamed = failed(answered(422, "payloadValidationErrors", ["Odd."]), {
      operation: create,
    })
    expect(unnamed.fieldErrors).toEqual({ "": ["Odd."] })
    expect(unnamed.message).toBe(explainMessageKey("payloadValidationErrors")?.sentence)
  })
})

it("says of an answer that cannot be used whether something may have changed", () => {
  expect(malformed(once, 200, "why", envelopeOf("done"))).toMatchObject({
    kind: "malformed-answer",
    operationId: "orders.cancel",
    httpStatus: 200,
    messageKey: "done",
    outcomeUnknown: true,
  })
  const read = malformed(reading, 200, "why")
  expect(read).toMatchObject({ outcomeUnknown: false })
  expect(read.messageKey).toBeUndefined()
  expect(read.advice).not.toBe(malformed(once, 200, "why").advice)
})

it("sends nothing while the service is given a rest", () => {
  expect(resting(once)).toMatchObject({
    kind: "unavailable",
    operationId: "orders.cancel",
    outcomeUnknown: false,
  })
})
