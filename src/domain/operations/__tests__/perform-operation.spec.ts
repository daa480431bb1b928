import {
  ConflictError,
  type OperationId,
  RefusedError,
  UnauthorisedError,
  UnavailableError,
} from "../../../connect"
import { exampleProfile, exampleReservation } from "../../../connect/operations/examples"
import type { AnyRequest, OperationRow } from "../../../modules/e-invoice/operations/operation"
import {
  approvalOf,
  cancellation,
  captureOf,
  details,
  failing,
  noAnswer,
  OperationScene,
} from "./operation-scene"
import { SENDER_LIFETIME } from "./stores-in-memory"

const conflict = new ConflictError({ ...details, messageKey: "orderStatusNotPaid" })
const update = { params: { customer_uuid: "CSRT1" }, body: exampleProfile }

let scene: OperationScene

beforeEach(() => {
  scene = new OperationScene()
})

describe("an operation", () => {
  it("is sent once as it was asked for, however often it is performed", async () => {
    const row = await scene.prepare("reservations.capture", captureOf())
    scene.answers["reservations.capture"] = { uuid: "CAP1" }

    expect(await scene.perform(row)).toMatchObject({ sent: true, row: { state: "succeeded" } })
    expect(await scene.perform(row)).toMatchObject({ sent: false, row: { id: row.id } })

    expect(scene.calls.filter(([id]) => id === "reservations.capture")).toEqual([
      ["reservations.capture", captureOf()],
    ])
    expect(scene.journal.get(row.id)).toMatchObject({
      attempt: 1,
      answer: { httpStatus: 200, messageKey: "done", data: { uuid: "CAP1" } },
      sealed_request: null,
      failure: null,
    })
    expect(scene.journal.get(row.id).answer).not.toHaveProperty("raw")
  })

  it("is sent by one of those who perform it at once", async () => {
    const row = await scene.prepare("reservations.capture", captureOf())
    scene.answers["reservations.capture"] = { uuid: "CAP1" }
    const outcomes = await Promise.allSettled([
      scene.perform(row),
      scene.perform(row),
      scene.perform(row),
    ])

    expect(outcomes.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
    ])
    expect(scene.sent("reservations.capture")).toBe(1)
  })

  it("that is not known is refused", async () => {
    expect(await failing(scene.perform({ id: "einvop_9" }))).toMatchObject({ type: "not_allowed" })
  })

  it.each<[OperationId, AnyRequest, object, boolean]>([
    ["reservations.submit", { body: exampleReservation }, { reservationUuid: "RES1" }, true],
    ["customers.update-private", update, {}, true],
    ["reservations.cancel", cancellation, {}, false],
  ])(
    "is stored with the whole answer where the shape of that is not published: %s",
    async (id, request, data, isWhole) => {
      scene.answers["customers.details"] = { uuid: "CSRT1" }
      scene.answers[id] = data
      scene.around = { raw: { data, name: "Kari Nordmann" } }
      await scene.perform(await scene.prepare(id, request))

      const { answer } = scene.journal.get("einvop_1")
      expect(answer?.data).toEqual(data)
      expect(answer?.raw).toEqual(
        isWhole ? { data, name: expect.stringMatching(/^\*+$/) } : undefined
      )
    }
  )

  it("that creates is followed as the record that was announced", async () => {
    scene.answers["reservations.submit"] = { reservationUuid: "RES1" }
    const row = await scene.prepare("reservations.submit", { body: exampleReservation })
    await scene.perform(row)

    expect(scene.journal.get(row.id)).toMatchObject({
      subject_kind: "reservation",
      subject_uuid: "RES1",
    })
    expect(scene.records.all).toMatchObject([{ id: row.record_id, remote_uuid: "RES1" }])
  })
})

describe("what came of an attempt", () => {
  const order = () =>
    scene.orders.push({ id: "einvord_1", order_id: "order_1", remote_order_uuid: "ODR1" })

  it.each<[string, Error, string, string, [string, object][]]>([
    [
      "a refusal",
      conflict,
      "rejected",
      "refused",
      [
        [
          "e_invoice.refund_decided",
          { decision: "refused", message_key: "orderStatusNotPaid", uuid: "ODR1" },
        ],
      ],
    ],
    [
      "no connection",
      new UnavailableError(details),
      "rejected",
      "refused",
      [["e_invoice.refund_decided", { decision: "refused", message_key: null }]],
    ],
    [
      "no answer",
      noAnswer,
      "in_doubt",
      "failed",
      [
        [
          "e_invoice.operation_in_doubt",
          { id: "einvop_1", operation: "refunds.request-approval", order_id: "order_1" },
        ],
      ],
    ],
    [
      "a failure of our own",
      new TypeError("bug"),
      "in_doubt",
      "failed",
      [["e_invoice.operation_in_doubt", { id: "einvop_1" }]],
    ],
  ])("%s: is written down, and told", async (_what, error, state, outcome, events) => {
    order()
    const row = await scene.prepare("refunds.request-approval", approvalOf("100.00"), {
      refundId: "einvref_1",
    })
    scene.answers["refunds.request-approval"] = error

    expect(await failing(scene.perform(row))).toBe(error)
    expect(scene.journal.get(row.id)).toMatchObject({ state, sealed_request: null })
    expect(scene.events).toMatchObject(events)
    expect(scene.timeline).toEqual([
      {
        eInvoiceOrderId: "einvord_1",
        actor: "admin:user_1",
        action: "refunds.request-approval",
        outcome,
        detail: {
          operation: row.id,
          message: scene.journal.get(row.id).failure?.message,
          message_key: scene.journal.get(row.id).failure?.messageKey,
        },
      },
    ])
  })

  it("tells the store of no doubt about what may be repeated", async () => {
    scene.answers["reservations.cancel"] = noAnswer
    const row = await scene.prepare("reservations.cancel", cancellation)

    await failing(scene.perform(row))
    expect(scene.journal.get(row.id).state).toBe("in_doubt")
    expect(scene.events).toEqual([])
  })

  it("is in doubt where the answer could not be kept", async () => {
    const row = await scene.prepare("reservations.capture", captureOf())
    scene.answers["reservations.capture"] = { uuid: "CAP1" }
    const lost = new Error("the database is gone")
    jest.spyOn(scene.journal, "succeeded").mockRejectedValueOnce(lost)

    expect(await failing(scene.perform(row))).toBe(lost)
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "in_doubt",
      failure: { kind: "internal" },
    })
    await failing(scene.perform(row))
    expect(scene.sent("reservations.capture")).toBe(1)
  })
})

describe("a further attempt", () => {
  it("is not sent while it is in doubt, under way, or its sender is lost", async () => {
    const row = await scene.doubtful("reservations.capture", captureOf())
    const inDoubt = await failing(scene.perform(row))
    expect(inDoubt).toMatchObject({ type: "not_allowed" })

    scene.journal.patch(row.id, { state: "sending" })
    const underWay = await failing(scene.perform(row))
    expect(scene.journal.get(row.id).state).toBe("sending")

    scene.clock.pass(SENDER_LIFETIME)
    const lost = await failing(scene.perform(row))
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "in_doubt",
      failure: { kind: "sender-lost" },
    })

    expect(scene.sent("reservations.capture")).toBe(1)
    // Who is told that it is under way waits, and who is told of a doubt looks.
    expect(lost.message).toBe(inDoubt.message)
    expect(underWay.message).not.toBe(inDoubt.message)
  })

  it("of what may be repeated is sent while it is in doubt", async () => {
    scene.answers["reservations.cancel"] = noAnswer
    await failing(
      scene.perform(
        await scene.prepare("reservations.cancel", cancellation, { idempotencyKey: "k" })
      )
    )
    scene.answers["reservations.cancel"] = null

    await scene.perform(
      await scene.prepare("reservations.cancel", cancellation, { idempotencyKey: "k" })
    )
    expect(scene.journal.get("einvop_1")).toMatchObject({ state: "succeeded", attempt: 2 })
    expect(scene.sent("reservations.cancel")).toBe(2)
  })

  it("of what may be repeated stays in doubt where its request was erased", async () => {
    scene.answers["reservations.cancel"] = noAnswer
    const row = await scene.prepare("reservations.cancel", cancellation)
    await failing(scene.perform(row))

    expect(await failing(scene.perform(row))).toMatchObject({ type: "not_allowed" })
    expect(scene.journal.get(row.id)).toMatchObject({ state: "in_doubt", attempt: 1 })
    expect(scene.sent("reservations.cancel")).toBe(1)
  })

  it("after a refusal is sent once its request is given anew", async () => {
    const row = await scene.prepare("reservations.capture", captureOf(), { idempotencyKey: "k" })
    scene.answers["reservations.capture"] = conflict
    await failing(scene.perform(row))
    scene.answers["reservations.capture"] = { uuid: "CAP1" }

    expect(await failing(scene.perform(row))).toMatchObject({ type: "not_allowed" })
    expect(scene.sent("reservations.capture")).toBe(1)
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "rejected",
      attempt: 1,
      failure: { kind: "conflict", messageKey: "orderStatusNotPaid" },
    })

    await scene.prepare("reservations.capture", captureOf(), { idempotencyKey: "k" })
    await scene.perform(row)
    expect(scene.sent("reservations.capture")).toBe(2)
    expect(scene.journal.get(row.id)).toMatchObject({ state: "succeeded", attempt: 2 })
  })

  it.each([
    ["without effect: is sent", "rejected", true],
    ["with success: is not sent", "succeeded", false],
    ["into doubt: is not sent", "in_doubt", false],
  ] as const)("after another process attempted it in between, %s", async (_how, state, isSent) => {
    const row = await scene.prepare("reservations.capture", captureOf())
    scene.answers["reservations.capture"] = { uuid: "CAP1" }
    jest.spyOn(scene.journal, "claim").mockImplementationOnce(async () => {
      scene.journal.patch(row.id, { state, attempt: 1 })
      return undefined
    })

    const [outcome] = await Promise.allSettled([scene.perform(row)])
    expect(outcome?.status).toBe(state === "in_doubt" ? "rejected" : "fulfilled")
    expect(scene.sent("reservations.capture")).toBe(isSent ? 1 : 0)
  })
})

describe("before it is sent", () => {
  it("is looked at once more, when it is claimed", async () => {
    const row = await scene.prepare("reservations.capture", captureOf())
    const refused = new RefusedError(details)
    const check = jest.fn().mockRejectedValue(refused)

    expect(await failing(scene.perform(row, check))).toBe(refused)
    expect(check.mock.calls).toMatchObject([[{ state: "sending", attempt: 1 }]])
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "rejected",
      failure: { kind: "refused" },
    })
    expect(scene.calls).toEqual([])
  })

  it("is rejected where the database fails once it is claimed", async () => {
    const row = await scene.prepare("reservations.capture", captureOf())
    const lost = new Error("the database is gone")
    jest.spyOn(scene.journal, "askingConfirmation").mockRejectedValueOnce(lost)

    expect(await failing(scene.perform(row))).toBe(lost)
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "rejected",
      failure: { kind: "internal" },
    })
    expect(scene.calls).toEqual([])
  })

  it("is rejected where there is no client", async () => {
    const row = await scene.prepare("reservations.capture", captureOf())
    scene.noClient = new UnavailableError(details)

    expect(await failing(scene.perform(row))).toBe(scene.noClient)
    expect(scene.journal.get(row.id).state).toBe("rejected")
  })

  it("keeps what a change of a customer replaces, without the personal number", async () => {
    scene.answers["customers.details"] = { uuid: "CSRT1", personalNumber: "178190*****", name: "K" }
    scene.answers["customers.update-private"] = noAnswer
    const row = await scene.prepare("customers.update-private", update, { idempotencyKey: "k" })
    await failing(scene.perform(row))
    scene.answers["customers.details"] = { uuid: "CSRT1", name: "Another" }
    scene.answers["customers.update-private"] = null
    await scene.perform(
      await scene.prepare("customers.update-private", update, { idempotencyKey: "k" })
    )

    expect(scene.journal.secrets.valuesBefore(scene.journal.get(row.id))).toEqual({
      uuid: "CSRT1",
      name: "K",
    })
    expect(scene.calls.map(([id]) => id)).toEqual([
      "customers.details",
      "customers.update-private",
      "customers.update-private",
    ])
    expect(scene.calls[0]?.[1]).toEqual({ params: { customer_uuid: "CSRT1" } })
  })

  it("changes no customer of whom nothing could be read", async () => {
    scene.answers["customers.details"] = new UnauthorisedError(details)
    const row = await scene.prepare("customers.update-private", update)

    expect(await failing(scene.perform(row))).toBeInstanceOf(UnauthorisedError)
    expect(scene.journal.get(row.id).state).toBe("rejected")
    expect(scene.sent("customers.update-private")).toBe(0)
  })
})

describe("an attempt that was not sent for as long as it was its sender's", () => {
  /** Another process finds that the sender's time is over, and staff that nothing was carried out. */
  const givenUp = async (row: OperationRow) => {
    const claimed = scene.journal.get(row.id)
    await scene.journal.senderLost(claimed, { kind: "sender-lost", message: "", at: "" })
    await scene.journal.decide(claimed, "staff", false, { by: "admin:user_2" })
  }

  it.each([true, false])(
    "is not sent once another process counts it as lost, settled by staff: %p",
    async (isSettled) => {
      const row = await scene.prepare("reservations.capture", captureOf())
      const check = async (claimed: OperationRow) => {
        scene.clock.pass(SENDER_LIFETIME)
        await (isSettled
          ? givenUp(claimed)
          : scene.journal.senderLost(claimed, { kind: "sender-lost", message: "", at: "" }))
      }

      expect(await failing(scene.perform(row, check))).toMatchObject({ code: "not_sent_in_time" })
      expect(scene.sent("reservations.capture")).toBe(0)
      expect(scene.journal.get(row.id)).toMatchObject({ state: "rejected", attempt: 1 })
    }
  )

  it("has all its time again once what it was checked for took long", async () => {
    const row = await scene.prepare("reservations.capture", captureOf())
    scene.answers["reservations.capture"] = { uuid: "CAP1" }
    const check = async () => scene.clock.pass(SENDER_LIFETIME - 1)

    expect(await scene.perform(row, check)).toMatchObject({ sent: true })
    const sent = scene.calls.findIndex(([id]) => id === "reservations.capture")
    expect(scene.budgets[sent]).toBe(20_000)
  })

  it("is not sent where the process stood still right before", async () => {
    const row = await scene.prepare("reservations.capture", captureOf())
    const { renew } = scene.journal
    jest.spyOn(scene.journal, "renew").mockImplementation(async (known) => {
      const renewed = await renew.call(scene.journal, known)
      scene.clock.pass(SENDER_LIFETIME)
      await givenUp(row)
      return renewed
    })

    expect(await failing(scene.perform(row))).toMatchObject({ code: "not_sent_in_time" })
    expect(scene.sent("reservations.capture")).toBe(0)
  })
})

describe("an attempt that took effect although it counted as lost", () => {
  /** While the first attempt is on its way, staff say that it had no effect; `again` is what follows. */
  async function overtaken(
    id: OperationId,
    request: AnyRequest,
    data: object,
    again: (row: OperationRow) => Promise<unknown>
  ) {
    const intent = { idempotencyKey: "k", orderId: "order_1", customerId: "cus_1" }
    const row = await scene.prepare(id, request, intent)
    scene.journal.patch(row.id, { e_invoice_order_id: "einvord_1" })
    scene.answers[id] = async () => {
      scene.clock.pass(SENDER_LIFETIME)
      const sending = scene.journal.get(row.id)
      await scene.journal.senderLost(sending, { kind: "sender-lost", message: "", at: "" })
      await scene.journal.decide(sending, "staff", false, { by: "admin:user_2" })
      await again(await scene.prepare(id, request, intent))
      return data
    }
    return { row, outcome: scene.perform(row) }
  }

  it("is recorded as carried out while no other was sent: the answer outranks staff", async () => {
    const { row, outcome } = await overtaken(
      "reservations.capture",
      captureOf(),
      { uuid: "CAP1" },
      async () => undefined
    )

    expect(await outcome).toMatchObject({ sent: true })
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "succeeded",
      contradicted_at: scene.clock.now(),
    })
  })

  it.each<[OperationId, AnyRequest, object, string | undefined]>([
    ["reservations.submit", { body: exampleReservation }, { reservationUuid: "RES9" }, "RES9"],
    ["reservations.submit", { body: exampleReservation }, {}, undefined],
    ["reservations.capture", captureOf(), { uuid: "CAP1" }, undefined],
  ])(
    "calls staff once another was sent, and follows what it created: %s",
    async (id, request, data, created) => {
      const { row, outcome } = await overtaken(id, request, data, (again) =>
        scene.journal.claim(again)
      )

      expect(await failing(outcome)).toMatchObject({ type: "not_allowed" })
      expect(scene.sent(id)).toBe(1)
      expect(scene.journal.get(row.id)).toMatchObject({ state: "sending", attempt: 2 })
      expect(scene.events).toEqual([
        ["e_invoice.operation_in_doubt", { id: row.id, operation: id, order_id: "order_1" }],
      ])
      expect(scene.timeline).toMatchObject([
        { eInvoiceOrderId: "einvord_1", outcome: "failed", detail: { operation: row.id, created } },
      ])
      const links = { order_id: "order_1", customer_id: "cus_1" }
      expect(scene.records.all.filter(({ remote_uuid: uuid }) => uuid !== null)).toMatchObject(
        created === undefined ? [] : [{ kind: "reservation", remote_uuid: created, ...links }]
      )
    }
  )
})
