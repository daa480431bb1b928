import {
  AmbiguousError,
  ConflictError,
  type ConnectError,
  RefusedError,
  UnavailableError,
} from "../../../connect"
import { keyOfMedusa } from "../../../modules/e-invoice/refunds/refund-journal"
import { NOT_CARRIED_OUT, type RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import { sendRefund } from "../send-refund"
import { lostLease, ofMedusa, RefundScene } from "./refund-scene"

const details = { operationId: "orders.refund", message: "Not so.", advice: "Look." }
const conflict = (messageKey?: string) =>
  new ConflictError({ ...details, ...(messageKey && { messageKey }) })
const KEY = keyOfMedusa("ref_medusa")

const send = (scene: RefundScene, more: Parameters<typeof ofMedusa>[0] = {}) =>
  sendRefund(scene.dependencies, scene.order, ofMedusa(more))

const answering = (...answers: (Error | object | (() => unknown))[]) =>
  new RefundScene({}, { "orders.refund": answers })

const failed = (kind: string): Partial<RefundRow> => ({
  state: "rejected",
  failure: { kind, message: "", at: "" },
})

it("asks for an amount of all lines, to the øre, and keeps what was asked", async () => {
  const scene = answering({})

  expect(await send(scene)).toBe("sent")
  const products = [
    { id: 1, amount: "42.73" },
    { id: 2, amount: "57.27" },
  ]
  expect(scene.asked).toEqual([{ type: "regular", grandTotal: "100.00", products }])
  expect(scene.calls).toMatchObject([
    { operation: "orders.details", request: { params: { order_uuid: "ODR1" } } },
    { operation: "orders.refund", request: { params: { order_uuid: "ODR1" } } },
  ])
  expect(scene.refunds.rows).toMatchObject([
    {
      refund_id: "ref_medusa",
      purpose: "refund",
      state: "succeeded",
      amount: "100.00",
      type: "regular",
      status_before: "PAID",
      products,
    },
  ])
  expect(scene.acts).toEqual(["timeline refund done", "e_invoice.refund_decided accepted"])
  expect(scene.details).toMatchObject([
    { amount: "100.00", type: "regular" },
    { id: "ref_1", order_id: "order_1", uuid: "ODR1", decision: "accepted", message_key: null },
  ])
})

it("asks for what is left of a cancelled order, whatever the service's portal refunded of it", async () => {
  const scene = new RefundScene({ status: "PARTIAL REFUNDED", storedStatus: "PARTIAL REFUNDED" })

  expect(await send(scene, { isCancelling: true })).toBe("sent")
  expect(scene.asked).toHaveLength(1)
})

it("asks for nothing once the attempt may be another's, and leaves it as it is settled meanwhile", async () => {
  const scene = answering({})
  scene.refunds.timesLeft = [0]

  await expect(send(scene)).rejects.toMatchObject({ code: "refund_rejected" })
  expect(scene.asked).toEqual([])
  expect(scene.refunds.rows).toMatchObject([{ state: "rejected", attempt: 1 }])
})

it("does not ask as of the other kind once the attempt may be another's", async () => {
  const scene = answering(conflict("refundParamInvoiced"), {})
  scene.refunds.timesLeft = [20_000, 0]

  await expect(send(scene)).rejects.toMatchObject({ code: "refund_rejected" })
  expect(scene.asked).toHaveLength(1)
  expect(scene.refunds.rows).toMatchObject([{ state: "rejected" }])
})

it("asks for an unpaid order's as of an invoice", async () => {
  const scene = new RefundScene({ status: "SENT", storedStatus: "SENT", paid: false })
  await send(scene)

  expect(scene.asked).toMatchObject([{ type: "invoiced" }])
})

it("goes by how the service says the order stands, and records that for who asks", async () => {
  const productList = [{ id: 1, name: "Mug", quantity: 1, amount: 348.7 }]
  const scene = new RefundScene(
    { status: "SENT", storedStatus: "SENT", paid: false },
    { "orders.details": [{ status: "PAID", productList }] }
  )
  const { dependencies } = scene
  const advance = jest.spyOn(dependencies.orders.statuses, "advance")
  const record = jest.spyOn(dependencies.timeline, "record")
  await sendRefund(dependencies, scene.order, ofMedusa({ actor: "admin:user_1" }))

  expect(scene.asked).toMatchObject([{ type: "regular" }])
  expect(advance.mock.calls).toMatchObject([[{}, { status: "PAID" }, "payment"]])
  expect(record.mock.calls).toMatchObject([
    [{ action: "status", actor: "admin:user_1" }],
    [{ action: "refund", actor: "admin:user_1" }],
  ])
})

describe("the type that the service refuses", () => {
  it("is sent as that of an invoice once", async () => {
    const scene = answering(conflict("refundParamInvoiced"), {})

    expect(await send(scene)).toBe("sent")
    expect(scene.asked).toMatchObject([{ type: "regular" }, { type: "invoiced" }])
    expect(scene.details[0]).toMatchObject({ type: "invoiced" })
  })

  it.each<[string, ConnectError, Partial<FollowedOrder>]>([
    ["another refusal", conflict("refundTooLate"), {}],
    ["a refusal without a word", conflict(), {}],
    [
      "the same word of another kind",
      new RefusedError({ ...details, messageKey: "xParamInvoiced" }),
      {},
    ],
    ["of an invoice already", conflict("refundParamInvoiced"), { paid: false, status: "SENT" }],
  ])("is not sent again: %s", async (_why, error, order) => {
    const scene = new RefundScene(order, { "orders.refund": [error] })

    await expect(send(scene)).rejects.toMatchObject({ code: "refund_rejected" })
    expect(scene.asked).toHaveLength(1)
  })
})

it.each([
  ["refuses", conflict("refundTooLate"), "refundTooLate"],
  ["cannot be reached", new UnavailableError(details), undefined],
])("a refund that the service %s had no effect", async (_how, error, messageKey) => {
  const scene = answering(error)

  await expect(send(scene)).rejects.toMatchObject({ code: "refund_rejected" })
  const [row] = scene.refunds.rows
  expect(row).toMatchObject({ state: "rejected", failure: { kind: error.kind } })
  expect(row?.failure?.messageKey).toBe(messageKey)
  expect(scene.acts).toEqual([
    "unflag refund_in_doubt",
    "timeline refund refused",
    "e_invoice.refund_decided refused",
  ])
  expect(scene.details).toMatchObject([
    { amount: "100.00" },
    { decision: "refused", message_key: messageKey ?? null },
  ])
})

it("a rejected refund is sent again as another attempt of the same intent", async () => {
  const scene = answering(conflict(), {})
  await expect(send(scene)).rejects.toThrow()

  expect(await send(scene)).toBe("sent")
  expect(scene.refunds.rows).toMatchObject([{ attempt: 2, state: "succeeded", failure: null }])
  expect(scene.asked).toHaveLength(2)
})

describe("an answer that does not come", () => {
  it.each([
    ["was lost", new AmbiguousError(details), "ambiguous"],
    ["is no error of the service", new TypeError("bug"), undefined],
  ])("leaves it in doubt when it %s, and it is not sent again", async (_how, error, kind) => {
    const scene = answering(error)

    await expect(send(scene)).rejects.toMatchObject({ code: "in_doubt" })
    const [row] = scene.refunds.rows
    expect(row?.state).toBe("in_doubt")
    expect(kind === undefined || row?.failure?.kind === kind).toBe(true)
    expect(scene.acts).toEqual([
      "flag refund_in_doubt",
      "timeline refund failed",
      "e_invoice.in_doubt refund",
    ])
    expect(scene.details).toMatchObject([
      { amount: "100.00", in_doubt: true },
      { id: "einvord_1", order_id: "order_1", what: "refund" },
    ])

    await expect(send(scene, { refundId: "ref_next" })).rejects.toMatchObject({
      code: "refund_unclear",
    })
    expect(scene.asked).toHaveLength(1)
  })

  it("is recorded once the service shows it, for whichever refund of Medusa asks", async () => {
    const scene = answering(new AmbiguousError(details))
    await expect(send(scene)).rejects.toThrow()
    scene.answers["orders.status"] = [
      { uuid: "ODR1", status: "PARTIAL REFUNDED", refundedAmount: 100 },
    ]

    expect(await send(scene, { refundId: "ref_next" })).toBe("sent")
    expect(await send(scene, { refundId: "ref_next" })).toBe("sent")
    expect(scene.refunds.rows).toMatchObject([{ state: "succeeded", refund_id: "ref_next" }])
    expect(scene.removed).toEqual(["ref_medusa"])
    expect(scene.asked).toHaveLength(1)
  })

  it("is in doubt when the answer came and could not be written down", async () => {
    const scene = answering({})
    scene.refunds.succeeded = async () => {
      throw new Error("no database")
    }

    await expect(send(scene)).rejects.toMatchObject({ code: "in_doubt" })
    expect(scene.refunds.rows).toMatchObject([{ state: "in_doubt" }])
  })
})

describe("an answer that comes after it was settled otherwise", () => {
  const settledAs = (changes: Partial<RefundRow>) => {
    const scene: RefundScene = answering(() => {
      Object.assign(scene.refunds.rows[0] as RefundRow, changes)
      return {}
    })
    return scene
  }

  it("stands for a refund that Medusa has yet to record where it had been ruled out", async () => {
    const scene = settledAs(failed(NOT_CARRIED_OUT))

    await expect(send(scene)).rejects.toMatchObject({ code: "settled_meanwhile" })
    expect(scene.refunds.rows).toMatchObject([{ state: "succeeded", refund_id: "ref_1" }])
    expect(scene.acts).toEqual(["flag refunded_at_service"])
  })

  it.each<[string, Partial<RefundRow>]>([
    ["was attempted again", { attempt: 2 }],
    ["was recorded", { state: "succeeded" }],
  ])("changes nothing where it %s", async (_what, changes) => {
    const scene = settledAs(changes)

    await expect(send(scene)).rejects.toMatchObject({ code: "settled_meanwhile" })
    expect(scene.refunds.rows).toMatchObject([{ refund_id: "ref_medusa", ...changes }])
    expect(scene.acts).toEqual([])
  })
})

describe("nothing is sent", () => {
  it("for a key of Medusa that was carried out, whatever refund it stands for", async () => {
    const scene = answering()
    scene.refunds.add({ amount: "70.00", refund_id: "ref_other" }, KEY)

    expect(await send(scene)).toBe("sent")
    expect(scene.calls).toEqual([])
  })

  it("for what was carried out already and is missing in Medusa", async () => {
    const scene = answering()
    scene.refunds.add({ amount: "100.00" })

    expect(await send(scene)).toBe("recorded")
    expect(scene.refunds.rows).toMatchObject([{ refund_id: "ref_medusa", state: "succeeded" }])
    expect(scene.calls).toEqual([])
  })

  it.each(["REFUNDED", "CANCELLED"] as const)("for an order that is %s", async (status) => {
    const scene = new RefundScene({ status, storedStatus: status })

    expect(await send(scene, { amountOre: 34_870n })).toBe("recorded")
    expect(scene.refunds.rows).toMatchObject([
      { amount: "348.70", state: "succeeded", type: null, products: [] },
    ])
    expect(scene.asked).toEqual([])
  })

  it.each<[string, RefundScene, Parameters<typeof ofMedusa>[0], object]>([
    ["before it is created", new RefundScene({ orderUuid: null }), {}, { code: "not_created" }],
    ["once the lease is lost", answering(), { lease: lostLease }, { message: "lease lost" }],
    ["for a row that is gone", answering(), { rowId: "ref_9" }, { code: "refund_under_way" }],
    [
      "while the service cannot tell the lines",
      new RefundScene({}, { "orders.details": [new UnavailableError(details)] }),
      {},
      { code: "refund_not_sent" },
    ],
    [
      "beside a refund of the service's portal",
      new RefundScene({ status: "PARTIAL REFUNDED", storedStatus: "PARTIAL REFUNDED" }),
      {},
      { code: "refunded_at_service" },
    ],
  ])("%s", async (_when, scene, more, error) => {
    await expect(send(scene, more)).rejects.toMatchObject(error)
    expect(scene.asked).toEqual([])
    expect(scene.refunds.rows).toEqual([])
  })

  it("where the claim fails", async () => {
    const scene = answering()
    scene.refunds.begin = async () => undefined

    await expect(send(scene)).rejects.toMatchObject({ code: "refund_under_way" })
    expect(scene.asked).toEqual([])
  })

  it("for a second person who may not have seen the first one's", async () => {
    const scene = answering({})
    await send(scene)
    scene.inMedusa.add("ref_medusa")

    await expect(send(scene, { refundId: "ref_next" })).rejects.toMatchObject({
      code: "confirm_repeat",
    })
    expect(await send(scene, { refundId: "ref_next", isCancelling: true })).toBe("sent")
    expect(scene.asked).toHaveLength(2)
  })
})

describe("a refund chosen in the Refunds section", () => {
  const chosen = { products: [{ id: 2, amount: "100.00" }], amount: "100.00" }

  it("is sent with its own lines, for the refund of Medusa that asks", async () => {
    const scene = answering({})
    const { id } = scene.refunds.add({ ...chosen, state: "prepared" })

    expect(await send(scene, { rowId: id })).toBe("sent")
    expect(scene.asked).toEqual([
      { type: "regular", grandTotal: "100.00", products: chosen.products },
    ])
    expect(scene.refunds.rows).toMatchObject([{ state: "succeeded", refund_id: "ref_medusa" }])
    expect(scene.refunds.keys.get(KEY)).toBe(id)
  })

  it("is not sent when another took it", async () => {
    const scene = answering({})
    const { id } = scene.refunds.add({ ...chosen, state: "prepared" })
    scene.refunds.send = async () => undefined

    await expect(send(scene, { rowId: id })).rejects.toMatchObject({ code: "refund_under_way" })
    expect(scene.asked).toEqual([])
  })

  it.each([
    ["was shown when it was chosen", "PARTIAL REFUNDED", 1],
    ["shows only now", "PAID", 0],
  ])("beside a refund of the portal that %s", async (_when, status_before, times) => {
    const scene = new RefundScene({ status: "PARTIAL REFUNDED", storedStatus: "PARTIAL REFUNDED" })
    const { id } = scene.refunds.add({ ...chosen, state: "prepared", status_before })
    await send(scene, { rowId: id }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "refunded_at_service" })
    })

    expect(scene.asked).toHaveLength(times)
  })
})
