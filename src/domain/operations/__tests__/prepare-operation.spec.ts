import {
  OperationDisabledError,
  type OperationId,
  operationOf,
  RefusedError,
} from "../../../connect"
import {
  exampleIds,
  exampleLines,
  exampleReservation,
  exampleSubscription,
} from "../../../connect/operations/examples"
import type { AnyRequest, OperationRow } from "../../../modules/e-invoice/operations/operation"
import type { OperationIntent } from "../prepare-operation"
import { captureOf, HOUR, OperationScene } from "./operation-scene"

const uuid = exampleIds.order
const exampleOf = (id: OperationId): AnyRequest => operationOf(id).example().request

let scene: OperationScene

beforeEach(() => {
  scene = new OperationScene()
})

/** The request as it would be sent. */
const sealed = ({ id }: Pick<OperationRow, "id">): AnyRequest =>
  scene.journal.secrets.requestOf(scene.journal.get(id))

const callbackOf = (row: Pick<OperationRow, "id">): unknown => bodyOf(sealed(row))["callback"]

const bodyOf = ({ body }: AnyRequest) => body as Record<string, unknown>

const nothingIsWritten = () => {
  expect(() => scene.journal.get("einvop_1")).toThrow()
  expect(scene.records.all).toEqual([])
}

describe("an operation is written down before anything is sent", () => {
  it("with whom and what it is for, and its request encrypted", async () => {
    const row = await scene.prepare("reservations.capture", captureOf(), {
      idempotencyKey: "k",
      orderId: "order_1",
      customerId: "cus_1",
    })

    expect(row).toMatchObject({
      operation_id: "reservations.capture",
      idempotency_key: "k",
      state: "prepared",
      attempt: 0,
      subject_kind: "reservation",
      subject_uuid: "RES1",
      record_id: null,
      e_invoice_order_id: null,
      order_id: "order_1",
      customer_id: "cus_1",
      actor: "admin:user_1",
      may_repeat: false,
      moves_money: true,
      repeat_confirmed: false,
      request: captureOf(),
    })
    expect(sealed(row)).toEqual(captureOf())
    expect(scene.calls).toEqual([])
    expect(scene.records.all).toEqual([])
  })

  it("with what may be repeated, under a key of its own", async () => {
    const cancel = exampleOf("reservations.cancel")
    const one = await scene.prepare("reservations.cancel", cancel, { repeatConfirmed: true })
    const other = await scene.prepare("reservations.cancel", cancel)

    expect(one).toMatchObject({ may_repeat: true, moves_money: false, repeat_confirmed: true })
    expect(other.id).not.toBe(one.id)
    expect(other.idempotency_key).not.toBe(one.idempotency_key)
  })

  it("without people", async () => {
    const row = await scene.prepare("reservations.submit", { body: exampleReservation })

    expect(JSON.stringify(row.request)).not.toContain("Nordmann")
    expect(sealed(row)).toMatchObject({ body: exampleReservation })
  })

  it("with what its products were made of, and anew once it was rejected", async () => {
    const lineOf = (id: string) => ({ id, quantity: 2, gross: "100.00" })
    const prepare = (id: string) =>
      scene.prepare(
        "reservations.submit",
        { body: exampleReservation },
        { idempotencyKey: "k", lines: [lineOf(id)] }
      )

    const row = await prepare("item_1")
    expect(row.lines).toEqual([lineOf("item_1")])

    scene.journal.patch(row.id, { state: "rejected" })
    await prepare("item_2")
    expect(scene.journal.get(row.id).lines).toEqual([lineOf("item_2")])
  })

  it("unless the merchant switched it off", async () => {
    scene.options.operations = { "reservations.capture": { enabled: false } }
    await expect(scene.prepare("reservations.capture", captureOf())).rejects.toThrow(
      OperationDisabledError
    )
    nothingIsWritten()

    scene.options.operations = { "reservations.capture": {} }
    await scene.prepare("reservations.capture", captureOf())
  })

  it("unless a field is wrong: it is named", async () => {
    const request = { body: { ...exampleReservation, orderDate: "soon" } }

    await expect(scene.prepare("reservations.submit", request)).rejects.toMatchObject({
      kind: "refused",
      fieldErrors: { orderDate: expect.anything() },
    })
    nothingIsWritten()
  })

  it("erases requests that were kept long enough", async () => {
    const row = await scene.prepare("reservations.capture", captureOf())
    scene.clock.pass(HOUR)
    await scene.prepare("reservations.capture", captureOf())

    expect(scene.journal.get(row.id).sealed_request).toBeNull()
  })

  it("with the hash of the same one that is open, be it of an earlier key", async () => {
    const open = await scene.prepare("reservations.capture", captureOf())
    jest.spyOn(scene.journal, "openHash").mockResolvedValueOnce("earlier")

    const { request_hash: hash } = await scene.prepare("reservations.capture", captureOf())
    expect(hash).toBe("earlier")
    expect((await scene.prepare("reservations.capture", captureOf())).request_hash).toBe(
      open.request_hash
    )
  })
})

describe("the record that it creates", () => {
  it.each<[OperationId, AnyRequest, object]>([
    [
      "reservations.submit",
      { body: exampleReservation },
      { kind: "reservation", amount: "500.00", callback_token_hash: "hash" },
    ],
    [
      "subscriptions.create",
      { body: exampleSubscription },
      { kind: "subscription", amount: "500.00", callback_token_hash: null, organization_id: null },
    ],
    [
      "companies.check",
      exampleOf("companies.check"),
      { kind: "company-check", amount: null, organization_id: "999888777" },
    ],
    [
      "orders.create-invoice",
      exampleOf("orders.create-invoice"),
      { kind: "order", amount: "500.00", organization_id: "999888777" },
    ],
  ])("is remembered first: %s", async (id, request, expected) => {
    const row = await scene.prepare(id, request, { orderId: "order_1", customerId: "cus_1" })

    expect(scene.records.all).toMatchObject([
      {
        id: row.record_id,
        order_id: "order_1",
        customer_id: "cus_1",
        currency_code: "nok",
        ...expected,
      },
    ])
  })

  it.each<[string[], string | undefined, string]>([
    [["sek", "nok"], undefined, "sek"],
    [["sek"], "dkk", "dkk"],
    [[], undefined, "nok"],
  ])("is in a currency of %p, or in %p: %p", async (currencies, currencyCode, expected) => {
    scene.options.currencies = currencies
    await scene.prepare("reservations.submit", { body: exampleReservation }, { currencyCode })

    expect(scene.records.all).toMatchObject([{ currency_code: expected }])
  })
})

describe("the address that the service reports to", () => {
  const redirects = { success: "https://shop.example/paid", failure: "https://shop.example/not" }

  it.each<[string, OperationId, object, object]>([
    ["ours where none is given", "reservations.submit", {}, {}],
    [
      "ours beside what is given",
      "reservations.create-session",
      { callback: redirects, submitPayment: { via: "visa" } },
      redirects,
    ],
    [
      "the given one",
      "reservations.submit",
      { callback: { callbackUrl: "https://erp.example/" } },
      { callbackUrl: "https://erp.example/" },
    ],
  ])("is %s", async (_what, id, body, expected) => {
    const row = await scene.prepare(id, { body: { ...exampleReservation, ...body } })
    const callbackUrl = await scene.records.callbackUrl(row.record_id ?? "")

    expect(callbackOf(row)).toEqual({ callbackUrl, ...expected })
  })

  it("is not given where the service reports nothing", async () => {
    const creation = await scene.prepare("subscriptions.create", { body: exampleSubscription })
    const change = await scene.prepare("reservations.capture", captureOf())

    expect([callbackOf(creation), callbackOf(change)]).toEqual([undefined, undefined])
  })

  it.each(["callback", null, ["callback"]])(
    "leaves a wrong one for the check: %p",
    async (callback) => {
      const request = { body: { ...exampleReservation, callback } }
      const prepared = scene.prepare("reservations.submit", request)

      await (callback === null ? prepared : expect(prepared).rejects.toThrow(RefusedError))
    }
  )

  it.each([undefined, null, "text", [1]])("leaves a wrong body for the check: %p", async (body) => {
    await expect(scene.prepare("reservations.submit", { body })).rejects.toThrow(RefusedError)
    nothingIsWritten()
  })
})

describe("the same key", () => {
  const key = { idempotencyKey: "k" }
  const prepare = (request = captureOf(), intent: Partial<OperationIntent> = {}) =>
    scene.prepare("reservations.capture", request, { ...key, ...intent })

  it.each(["prepared", "sending", "succeeded", "rejected", "in_doubt"] as const)(
    "finds the operation that is %s",
    async (state) => {
      const { id } = await prepare()
      const earlier = scene.journal.patch(id, { state, sealed_request: null })

      expect(await prepare(captureOf(), { repeatConfirmed: true })).toMatchObject({ id })
      const isOpen = state === "prepared" || state === "rejected"
      expect(scene.journal.get(id)).toEqual(
        isOpen ? { ...earlier, repeat_confirmed: true, sealed_request: expect.anything() } : earlier
      )
    }
  )

  it("gives what may be repeated anew while it is in doubt", async () => {
    const cancel = exampleOf("reservations.cancel")
    const { id } = await scene.prepare("reservations.cancel", cancel, key)
    scene.journal.patch(id, { state: "in_doubt", sealed_request: null })

    await scene.prepare("reservations.cancel", cancel, key)
    expect(sealed({ id })).toEqual(cancel)
    scene.journal.patch(id, { state: "sending", sealed_request: null })
    await scene.prepare("reservations.cancel", cancel, key)
    expect(scene.journal.get(id).sealed_request).toBeNull()
  })

  it.each(["prepared", "sending", "succeeded", "in_doubt"] as const)(
    "is of no other request while it is %s",
    async (state) => {
      const row = scene.journal.patch((await prepare()).id, { state })

      await expect(prepare(captureOf("40.00"))).rejects.toMatchObject({ type: "invalid_data" })
      expect(scene.journal.get(row.id)).toEqual(row)
    }
  )

  it("takes a corrected request after a rejection", async () => {
    const { id, request_hash: hash } = await prepare()
    scene.journal.patch(id, { state: "rejected", attempt: 1 })

    expect(await prepare(captureOf("40.00"))).toMatchObject({ id })
    expect(sealed({ id })).toEqual(captureOf("40.00"))
    expect(scene.journal.get(id)).toMatchObject({ request: captureOf("40.00"), attempt: 1 })
    expect(scene.journal.get(id).request_hash).not.toBe(hash)
  })

  it("takes no wrong request after a rejection", async () => {
    const { id } = await prepare()
    const row = scene.journal.patch(id, { state: "rejected" })

    await expect(prepare(captureOf("much"))).rejects.toThrow(RefusedError)
    expect(scene.journal.get(id)).toEqual(row)
  })

  it.each(["prepared", "rejected"] as const)("is of no other operation: %s", async (state) => {
    const row = scene.journal.patch((await prepare()).id, { state })

    await expect(
      scene.prepare("reservations.cancel", exampleOf("reservations.cancel"), key)
    ).rejects.toMatchObject({ type: "invalid_data" })
    expect(scene.journal.get(row.id)).toEqual(row)
  })

  it("confirms no repeat that is not confirmed once more", async () => {
    const { id } = await prepare(captureOf(), { repeatConfirmed: true })
    await prepare()

    expect(scene.journal.get(id).repeat_confirmed).toBe(false)
  })

  it("taken by another process meanwhile finds the operation", async () => {
    const { id } = await prepare()
    jest.spyOn(scene.journal, "ofKey").mockResolvedValueOnce(undefined)

    expect(await prepare()).toMatchObject({ id })
  })

  it("of a further key finds the operation that it stands for", async () => {
    const { id } = await prepare()
    const further = await scene.prepare("reservations.capture", captureOf(), {
      idempotencyKey: "l",
    })
    await scene.journal.standsFor(further.id, scene.journal.get(id))

    const again = (request?: AnyRequest) =>
      scene.prepare("reservations.capture", request ?? captureOf(), { idempotencyKey: "l" })
    expect(await again()).toMatchObject({ id })
    scene.journal.patch(id, { state: "in_doubt" })
    expect(await again()).toMatchObject({ id })
    await expect(again(captureOf("40.00"))).rejects.toMatchObject({ type: "invalid_data" })
  })

  it("has the service report to the same address", async () => {
    const ask = () => scene.prepare("reservations.submit", { body: exampleReservation }, key)
    const { id } = await ask()
    const callback = callbackOf({ id })
    scene.journal.patch(id, { state: "rejected" })

    await ask()
    expect(callbackOf({ id })).toEqual(callback)
    expect(scene.records.all).toHaveLength(1)
  })

  it("has the service report to an address of its own where no record was announced", async () => {
    const ask = () => scene.prepare("reservations.submit", { body: exampleReservation }, key)
    const { id } = await ask()
    scene.journal.patch(id, { state: "rejected", record_id: null })

    await ask()
    expect(callbackOf({ id })).toEqual({
      callbackUrl: scene.tokens.addressOf(scene.tokens.issue(id)),
    })
  })
})

describe("on the order of a checkout", () => {
  const link = bodyOf(exampleOf("orders.update-payment-link"))
  const { products: _products, orderSummary: _summary, ...contact } = link
  const cancel = exampleOf("orders.cancel")
  const params = { order_uuid: uuid }
  const { products, orderSummary } = exampleLines

  it.each<[string, OperationId, AnyRequest, Partial<OperationIntent>, string | undefined | null]>([
    ["is refunded in Medusa", "orders.refund", exampleOf("orders.refund"), {}, "paid_at_checkout"],
    [
      "has its approval asked for in Medusa",
      "refunds.request-approval",
      exampleOf("refunds.request-approval"),
      {},
      "paid_at_checkout",
    ],
    [
      "has the approval of a refund asked for",
      "refunds.request-approval",
      exampleOf("refunds.request-approval"),
      { refundId: "einvref_1" },
      undefined,
    ],
    ["is not charged", "orders.delayed-charge", { params }, {}, "paid_by_customer"],
    [
      "keeps its lines",
      "orders.update-payment-link",
      { params, body: { products } },
      {},
      "amount_fixed",
    ],
    [
      "keeps its total",
      "orders.update-payment-link",
      { params, body: { orderSummary } },
      {},
      "amount_fixed",
    ],
    [
      "keeps its callback",
      "orders.update-payment-link",
      { params, body: { callback: {} } },
      {},
      null,
    ],
    ["is cancelled", "orders.cancel", cancel, {}, undefined],
  ])("%s", async (_what, id, request, intent, code) => {
    scene.orders.push({ id: "einvord_1", order_id: "order_1", remote_order_uuid: uuid })
    const [outcome] = await Promise.allSettled([scene.prepare(id, request, intent)])

    expect(outcome).toMatchObject(
      code === undefined
        ? { value: { e_invoice_order_id: "einvord_1", order_id: "order_1" } }
        : { reason: { type: "not_allowed", ...(code && { code }) } }
    )
  })

  it("links to the order that is named", async () => {
    scene.orders.push({ id: "einvord_1", order_id: null, remote_order_uuid: uuid })

    expect(await scene.prepare("orders.cancel", cancel)).toMatchObject({ order_id: null })
    expect(await scene.prepare("orders.cancel", cancel, { orderId: "order_2" })).toMatchObject({
      order_id: "order_2",
      e_invoice_order_id: "einvord_1",
    })
  })

  it.each<[OperationId, AnyRequest]>([
    ["orders.refund", exampleOf("orders.refund")],
    ["refunds.request-approval", exampleOf("refunds.request-approval")],
    ["orders.delayed-charge", { params }],
    ["orders.update-payment-link", exampleOf("orders.update-payment-link")],
    ["orders.cancel", cancel],
  ])("not on another: %s", async (id, request) => {
    scene.orders.push({ id: "einvord_1", order_id: "order_1", remote_order_uuid: "ODR2" })

    expect(await scene.prepare(id, request)).toMatchObject({
      e_invoice_order_id: null,
      order_id: null,
    })
  })

  it("changes how the customer of a payment link is reached", async () => {
    scene.orders.push({ id: "einvord_1", order_id: "order_1", remote_order_uuid: uuid })

    const [outcome] = await Promise.allSettled([
      scene.prepare("orders.update-payment-link", { params, body: contact }),
    ])
    expect(outcome).not.toMatchObject({ reason: { type: "not_allowed" } })
  })

  it.each<[OperationId, string | undefined]>([
    ["checkout.create-session", undefined],
    ["checkout.create-hosted", undefined],
    ["orders.create-invoice", "paid_by_customer"],
    ["orders.create-payment-link", "paid_by_customer"],
  ])("of our own, made by %s, is charged or not", async (id, code) => {
    const { record_id: recordId } = await scene.prepare(id, exampleOf(id))
    scene.records.change(recordId ?? "", { remote_uuid: uuid })
    const [outcome] = await Promise.allSettled([scene.prepare("orders.delayed-charge", { params })])

    expect(outcome).toMatchObject(
      code === undefined ? { status: "fulfilled" } : { reason: { type: "not_allowed", code } }
    )
  })
})
