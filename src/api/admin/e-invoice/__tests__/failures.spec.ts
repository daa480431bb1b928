import {
  AmbiguousError,
  ConflictError,
  MalformedAnswerError,
  NotFoundError,
  OperationDisabledError,
  RefusedError,
  UnauthorisedError,
  UnavailableError,
} from "../../../../connect"
import { failureAnswer } from "../failures"

const details = {
  operationId: "reservations.capture",
  message: "The service said no.",
  advice: "Ask again.",
  messageKey: "no",
}

describe("a failure is answered in Medusa's shape", () => {
  it.each([
    { error: new RefusedError(details), status: 400, type: "invalid_data" },
    { error: new NotFoundError(details), status: 404, type: "not_found" },
    { error: new ConflictError(details), status: 409, type: "not_allowed" },
    { error: new UnauthorisedError(details), status: 502, type: "unexpected_state" },
    { error: new MalformedAnswerError(details), status: 502, type: "unexpected_state" },
    { error: new UnavailableError(details), status: 503, type: "unexpected_state" },
    { error: new AmbiguousError(details), status: 504, type: "unexpected_state" },
  ])("$error.kind", ({ error, status, type }) => {
    expect(failureAnswer(error)).toMatchObject({
      status,
      body: {
        type,
        code: expect.stringMatching(/^[a-z_]+$/),
        message: "The service said no.",
        advice: "Ask again.",
        message_key: "no",
      },
    })
  })

  it("with each field that was refused", () => {
    const error = new RefusedError({
      ...details,
      fieldErrors: { "products.0.rate": ["is required", "must be a number"] },
    })
    expect(failureAnswer(error).body.errors).toEqual([
      { field: "products.0.rate", message: "is required" },
      { field: "products.0.rate", message: "must be a number" },
    ])
  })

  it("with the option that switches it off", () => {
    const { status, body } = failureAnswer(new OperationDisabledError("orders.refund"))
    expect(status).toBe(400)
    expect(body.message).toContain("operations.orders.refund.enabled")
  })

  it("with the plugin's own code where it was rejected here", () => {
    const refusal = { kind: "under_way", message: "Another is under way.", values: {} }
    expect(failureAnswer(refusal, true)).toEqual({
      status: 400,
      body: {
        type: "not_allowed",
        code: "under_way",
        message: "Another is under way.",
        values: {},
      },
    })
  })

  it.each([
    ["in doubt when it was our own", false, "in_doubt"],
    ["not sent when it was our own, before it was sent", true, "not_sent"],
  ])("as %s", (_what, isRejected, code) => {
    expect(failureAnswer({ kind: "internal", message: "The plugin failed." }, isRejected)).toEqual({
      status: 500,
      body: { type: "unexpected_state", code, message: "The plugin failed." },
    })
  })
})
