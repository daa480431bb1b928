import { checksumOf, parseCallback } from "../../../connect"
import {
  callbackSecretsOf,
  hintedStatus,
  provenStatus,
  saysPaid,
} from "../../status/reconcile-status"

const secret = "a secret of the operator"
const secrets = [secret]
const orderUuid = "ODR1234567890"

const sent = {
  orderUuid,
  status: "PAID",
  paymentMethod: "visa",
  amount: "100",
  createdAt: "1755764131",
  timestamp: "1755764132",
}

const signed = (parameters: typeof sent, key = secret) => ({
  ...parameters,
  checksum: checksumOf(parseCallback(parameters).values, "with-payment-method", key),
})

describe("hintedStatus", () => {
  it("reads any spelling of a status of an order", () => {
    expect(hintedStatus({ status: "partial_refunded" })).toBe("PARTIAL REFUNDED")
  })

  it.each(["RESEVRED", "success", "", "FROZEN"])("takes no hint from %p", (status) => {
    expect(hintedStatus({ status })).toBeUndefined()
  })

  it("takes no hint from two statuses that contradict each other", () => {
    expect(hintedStatus({ status: ["PAID", "SENT"] })).toBeUndefined()
  })
})

describe("provenStatus", () => {
  it("believes a callback whose checksum vouches for it", () => {
    expect(provenStatus(signed(sent), { orderUuid, secrets })).toBe("PAID")
  })

  it("believes one signed with the secret that is being replaced", () => {
    expect(
      provenStatus(signed(sent, "the old one"), { orderUuid, secrets: [secret, "the old one"] })
    ).toBe("PAID")
  })

  it.each([
    ["no checksum", sent],
    ["the checksum of another secret", signed(sent, "another secret")],
    ["a status that was changed", { ...signed(sent), status: "SENT" }],
    ["no status of an order", signed({ ...sent, status: "success" })],
    ["two checksums", { ...signed(sent), checksum: ["a", "b"] }],
  ])("does not believe %s", (_what, parameters) => {
    expect(provenStatus(parameters, { orderUuid, secrets })).toBeUndefined()
  })

  it("does not believe a true callback of another order", () => {
    expect(provenStatus(signed(sent), { orderUuid: "ODR9999999999", secrets })).toBeUndefined()
  })

  it("believes nothing while no secret is configured", () => {
    expect(provenStatus(signed(sent, ""), { orderUuid, secrets: [] })).toBeUndefined()
  })

  it("believes nothing of an order that has no identifier yet", () => {
    expect(provenStatus(signed(sent), { orderUuid: null, secrets })).toBeUndefined()
  })
})

describe("callbackSecretsOf", () => {
  it("gives the secret in force first, and none where none is configured", () => {
    expect(
      callbackSecretsOf({ callbackSecret: secret, previousCallbackSecrets: ["the old one"] })
    ).toEqual([secret, "the old one"])
    expect(callbackSecretsOf({ callbackSecret: undefined, previousCallbackSecrets: [] })).toEqual(
      []
    )
  })
})

describe("saysPaid", () => {
  it("takes the token's word where no secret is configured", () => {
    expect(saysPaid(sent, { orderUuid, secrets: [] })).toBe(true)
    expect(saysPaid({ ...sent, status: "INVOICED" }, { orderUuid, secrets: [] })).toBe(false)
    expect(saysPaid(sent, { orderUuid: "ODR9999999999", secrets: [] })).toBe(false)
  })

  it("wants the checksum where a secret is configured", () => {
    expect(saysPaid(sent, { orderUuid, secrets })).toBe(false)
    expect(saysPaid(signed(sent), { orderUuid, secrets })).toBe(true)
  })
})
