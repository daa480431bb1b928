import {
  AmbiguousError,
  ConflictError,
  MalformedAnswerError,
  NotFoundError,
  OperationDisabledError,
  RefusedError,
  UnauthorisedError,
  UnavailableError,
} from "../../../connect"
import { failureOf, isCertainlyNotCreated } from "../../failure"

const details = {
  operationId: "orders.create-e-invoice",
  message: "What happened.",
  advice: "What to do.",
}

describe("isCertainlyNotCreated", () => {
  it.each([
    new RefusedError(details),
    new UnauthorisedError(details),
    new NotFoundError(details),
    new ConflictError({ ...details, messageKey: "orderStatusAlreadyPaid" }),
    new UnavailableError(details),
    new OperationDisabledError("orders.create-e-invoice"),
  ])("holds for $name", (error) => {
    expect(isCertainlyNotCreated(error)).toBe(true)
  })

  it.each([
    new AmbiguousError(details),
    new MalformedAnswerError({ ...details, outcomeUnknown: true }),
    new TypeError("bug"),
    "thrown text",
    undefined,
  ])("does not hold for %s", (error) => {
    expect(isCertainlyNotCreated(error)).toBe(false)
  })

  it.each([
    "ambiguousRequestExistsWithSameParameters",
    "Ambiguous Request Exists With Same Parameters",
  ])("does not hold when the service says that its like exists: %s", (key) => {
    expect(isCertainlyNotCreated(new ConflictError({ ...details, messageKey: key }))).toBe(false)
  })
})

describe("failureOf", () => {
  const at = new Date("2026-03-01T12:00:00Z")

  it("keeps the technical facts", () => {
    expect(
      failureOf(
        new RefusedError({
          ...details,
          httpStatus: 417,
          messageKey: "payloadValidationErrors",
          fieldErrors: { "products.0.rate": ["is required"] },
        }),
        at
      )
    ).toEqual({
      kind: "refused",
      message: "What happened.",
      advice: "What to do.",
      at: "2026-03-01T12:00:00.000Z",
      operationId: "orders.create-e-invoice",
      httpStatus: 417,
      messageKey: "payloadValidationErrors",
      fieldErrors: { "products.0.rate": ["is required"] },
    })
  })

  it("keeps of a failure of our own only what it is called", () => {
    expect(failureOf(new TypeError("17819010188 is no number"), at)).toEqual({
      kind: "internal",
      message: "The plugin itself failed: TypeError.",
      at: "2026-03-01T12:00:00.000Z",
    })
  })
})
