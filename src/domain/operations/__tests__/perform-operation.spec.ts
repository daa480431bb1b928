import {
  AmbiguousError,
  ConflictError,
  type OperationId,
  RefusedError,
  UnauthorisedError,
  UnavailableError,
} from "../../../connect"
import { exampleProfile, exampleReservation } from "../../../connect/operations/examples"
import type { AnyRequest, OperationRow } from "../../../modules/e-invoice/operations/operation"
import type { OperationIntent } from "../prepare-operation"
import { performOperation, undoOperation } from "../perform-operation"
import { HOUR, MINUTE, OperationScene, SENDER_LIFETIME } from "./operation-scene"

const details = { operationId: "any", message: "Not so.", advice: "Look." }
const conflict = new ConflictError({ ...details, messageKey: "orderStatusNotPaid" })
const noAnswer = new AmbiguousError(details)

const reservation = { reservation_uuid: "RES1" }
const capture = (grandTotal = "100.00"): AnyRequest => ({
  params: reservation,
  body: { grandTotal, products: [{ id: 7, amount: grandTotal }] },
})
const cancel = { params: reservation, body: { note: "Not wanted" } }
const approval = (grandTotal: string): AnyRequest => ({
  params: { order_uuid: "ODR1" },
  body: {
    type: "regular",
    grandTotal,
    products: [{ id: 7, amount: grandTotal }],
    message: "refundRejectionForWeeklyThresholdExceed",
  },
})
const update = { params: { customer_uuid: "CSRT1" }, body: exampleProfile }

let scene: OperationScene

beforeEach(() => {
  scene = new OperationScene()
})

const prepared = (
  id: OperationId,
  request: AnyRequest,
  intent?: Partial<OperationIntent>
): Promise<OperationRow> => scene.prepare(id, request, intent)

const perform = (
  { id }: Pick<OperationRow, "id">,
  check?: (claimed: OperationRow) => Promise<void>
) => performOperation(scene.eInvoice, id, check)

const failing = (promise: Promise<unknown>): Promise<Error & { code?: string; type?: string }> =>
  promise.then(
    () => {
      throw new Error("it did not fail")
    },
    (error) => error
  )

/** Carries a capture out, some time ago. */
async function captured(
  amount?: string,
  { ago = 0, ...intent }: Partial<OperationIntent> & { ago?: number } = {}
) {
  const row = await prepared("reservations.capture", capture(amount), intent)
  scene.answers["reservations.capture"] = { uuid: "CAP1" }
  await perform(row)
  scene.clock.pass(ago)
  return row
}

/** Leaves a capture in doubt. */
async function doubtful(amount?: string, intent?: Partial<OperationIntent>) {
  const row = await prepared("reservations.capture", capture(amount), intent)
  scene.answers["reservations.capture"] = noAnswer
  await failing(perform(row))
  scene.answers["reservations.capture"] = { uuid: "CAP1" }
  return row
}

describe("an operation", () => {
  it("is sent once as it was asked for, however often it is performed", async () => {
    const row = await prepared("reservations.capture", capture())
    scene.answers["reservations.capture"] = { uuid: "CAP1" }

    expect(await perform(row)).toMatchObject({ sent: true, row: { state: "succeeded" } })
    expect(await perform(row)).toMatchObject({ sent: false, row: { id: row.id } })

    expect(scene.calls.filter(([id]) => id === "reservations.capture")).toEqual([
      ["reservations.capture", capture()],
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
    const row = await prepared("reservations.capture", capture())
    scene.answers["reservations.capture"] = { uuid: "CAP1" }
    const outcomes = await Promise.allSettled([perform(row), perform(row), perform(row)])

    expect(outcomes.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
    ])
    expect(scene.sent("reservations.capture")).toBe(1)
  })

  it("that is not known is refused", async () => {
    expect(await failing(perform({ id: "einvop_9" }))).toMatchObject({ type: "not_allowed" })
  })

  it.each<[OperationId, AnyRequest, object, boolean]>([
    ["reservations.submit", { body: exampleReservation }, { reservationUuid: "RES1" }, true],
    ["customers.update-private", update, {}, true],
    ["reservations.cancel", cancel, {}, false],
  ])(
    "is stored with the whole answer where the shape of that is not published: %s",
    async (id, request, data, isWhole) => {
      scene.answers["customers.details"] = { uuid: "CSRT1" }
      scene.answers[id] = data
      scene.around = { raw: { data, name: "Kari Nordmann" } }
      await perform(await prepared(id, request))

      const { answer } = scene.journal.get("einvop_1")
      expect(answer?.data).toEqual(data)
      expect(answer?.raw).toEqual(
        isWhole ? { data, name: expect.stringMatching(/^\*+$/) } : undefined
      )
    }
  )

  it("that creates is followed as the record that was announced", async () => {
    scene.answers["reservations.submit"] = { reservationUuid: "RES1" }
    const row = await prepared("reservations.submit", { body: exampleReservation })
    await perform(row)

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
    const row = await prepared("refunds.request-approval", approval("100.00"), {
      refundId: "einvref_1",
    })
    scene.answers["refunds.request-approval"] = error

    expect(await failing(perform(row))).toBe(error)
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

  it("calls nobody for a doubt about what may be repeated", async () => {
    scene.answers["reservations.cancel"] = noAnswer
    const row = await prepared("reservations.cancel", cancel)

    await failing(perform(row))
    expect(scene.journal.get(row.id).state).toBe("in_doubt")
    expect(scene.events).toEqual([])
  })

  it("is in doubt where the answer could not be kept", async () => {
    const row = await prepared("reservations.capture", capture())
    scene.answers["reservations.capture"] = { uuid: "CAP1" }
    const lost = new Error("the database is gone")
    jest.spyOn(scene.journal, "succeeded").mockRejectedValueOnce(lost)

    expect(await failing(perform(row))).toBe(lost)
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "in_doubt",
      failure: { kind: "internal" },
    })
    await failing(perform(row))
    expect(scene.sent("reservations.capture")).toBe(1)
  })
})

describe("a further attempt", () => {
  it("is not sent while it is in doubt, under way, or its sender is lost", async () => {
    const row = await doubtful()
    const inDoubt = await failing(perform(row))
    expect(inDoubt).toMatchObject({ type: "not_allowed" })

    scene.journal.patch(row.id, { state: "sending" })
    const underWay = await failing(perform(row))
    expect(scene.journal.get(row.id).state).toBe("sending")

    scene.clock.pass(SENDER_LIFETIME)
    const lost = await failing(perform(row))
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
    await failing(perform(await prepared("reservations.cancel", cancel, { idempotencyKey: "k" })))
    scene.answers["reservations.cancel"] = null

    await perform(await prepared("reservations.cancel", cancel, { idempotencyKey: "k" }))
    expect(scene.journal.get("einvop_1")).toMatchObject({ state: "succeeded", attempt: 2 })
    expect(scene.sent("reservations.cancel")).toBe(2)
  })

  it("after a refusal is sent once its request is given anew", async () => {
    const row = await prepared("reservations.capture", capture(), { idempotencyKey: "k" })
    scene.answers["reservations.capture"] = conflict
    await failing(perform(row))
    scene.answers["reservations.capture"] = { uuid: "CAP1" }

    await failing(perform(row))
    expect(scene.sent("reservations.capture")).toBe(1)
    expect(scene.journal.get(row.id)).toMatchObject({ state: "rejected", attempt: 2 })

    await prepared("reservations.capture", capture(), { idempotencyKey: "k" })
    await perform(row)
    expect(scene.sent("reservations.capture")).toBe(2)
    expect(scene.journal.get(row.id)).toMatchObject({ state: "succeeded", attempt: 3 })
  })

  it.each([
    ["without effect: is sent", "rejected", true],
    ["with success: is not sent", "succeeded", false],
    ["into doubt: is not sent", "in_doubt", false],
  ] as const)("after another process attempted it in between, %s", async (_how, state, isSent) => {
    const row = await prepared("reservations.capture", capture())
    scene.answers["reservations.capture"] = { uuid: "CAP1" }
    jest.spyOn(scene.journal, "claim").mockImplementationOnce(async () => {
      scene.journal.patch(row.id, { state, attempt: 1 })
      return undefined
    })

    const [outcome] = await Promise.allSettled([perform(row)])
    expect(outcome?.status).toBe(state === "in_doubt" ? "rejected" : "fulfilled")
    expect(scene.sent("reservations.capture")).toBe(isSent ? 1 : 0)
  })
})

describe("before it is sent", () => {
  it("is looked at once more, when it is claimed", async () => {
    const row = await prepared("reservations.capture", capture())
    const refused = new RefusedError(details)
    const check = jest.fn().mockRejectedValue(refused)

    expect(await failing(perform(row, check))).toBe(refused)
    expect(check.mock.calls).toMatchObject([[{ state: "sending", attempt: 1 }]])
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "rejected",
      failure: { kind: "refused" },
    })
    expect(scene.calls).toEqual([])
  })

  it("is rejected where there is no client", async () => {
    const row = await prepared("reservations.capture", capture())
    scene.noClient = new UnavailableError(details)

    expect(await failing(perform(row))).toBe(scene.noClient)
    expect(scene.journal.get(row.id).state).toBe("rejected")
  })

  it("keeps what a change of a customer replaces, without the personal number", async () => {
    scene.answers["customers.details"] = { uuid: "CSRT1", personalNumber: "178190*****", name: "K" }
    scene.answers["customers.update-private"] = noAnswer
    const row = await prepared("customers.update-private", update, { idempotencyKey: "k" })
    await failing(perform(row))
    scene.answers["customers.details"] = { uuid: "CSRT1", name: "Another" }
    scene.answers["customers.update-private"] = null
    await perform(await prepared("customers.update-private", update, { idempotencyKey: "k" }))

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
    const row = await prepared("customers.update-private", update)

    expect(await failing(perform(row))).toBeInstanceOf(UnauthorisedError)
    expect(scene.journal.get(row.id).state).toBe("rejected")
    expect(scene.sent("customers.update-private")).toBe(0)
  })
})

describe("beside another in doubt", () => {
  it.each<[string, string, boolean]>([
    ["the same request, which is its further key from then on", "100.00", true],
    ["money of the same record", "40.00", false],
  ])("is not sent: %s", async (_what, amount, isSame) => {
    const open = await doubtful()
    const row = await prepared("reservations.capture", capture(amount))
    const { type, message } = await failing(perform(row))

    expect(type).toBe("not_allowed")
    expect(message.includes("of 100.00")).toBe(!isSame)
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "prepared",
      same_as: isSame ? open.id : null,
    })

    await scene.journal.decide(scene.journal.get(open.id), "staff", false, { by: "admin:user_1" })
    const [outcome] = await Promise.allSettled([perform(row)])
    expect(outcome?.status).toBe(isSame ? "rejected" : "fulfilled")
    expect(scene.sent("reservations.capture")).toBe(isSame ? 1 : 2)
  })

  it.each<[string, Partial<OperationRow>, boolean]>([
    ["the same of another hash", { request_hash: "of an earlier key" }, true],
    ["the same of another look", { request: null }, true],
    ["another operation", { operation_id: "reservations.charge" }, false],
    ["another amount", { request_hash: "other", request: capture("9.00") }, false],
  ])("stands for %s or not", async (_what, values, isSame) => {
    const open = await doubtful()
    scene.journal.patch(open.id, values)
    const row = await prepared("reservations.capture", capture())
    // Prepared beside an open one, it has that one's hash.
    await failing(perform(row))

    expect(scene.journal.get(row.id).same_as).toBe(isSame ? open.id : null)
    expect(scene.sent("reservations.capture")).toBe(1)
  })

  it("an approval of one refund stands for no other's", async () => {
    const ask = (key: string) =>
      prepared("refunds.request-approval", approval("100.00"), { idempotencyKey: key })
    scene.answers["refunds.request-approval"] = noAnswer
    await failing(perform(await ask("refund-approval:einvref_1")))
    const row = await ask("refund-approval:einvref_2")

    const { message } = await failing(perform(row))
    expect(message).toContain("100.00")
    expect(scene.journal.get(row.id)).toMatchObject({ state: "prepared", same_as: null })
    expect(scene.sent("refunds.request-approval")).toBe(1)
  })

  it("is not sent where the other ended just now", async () => {
    await doubtful()
    const row = await prepared("reservations.capture", capture())
    jest.spyOn(scene.journal, "openBeside").mockResolvedValueOnce(undefined)

    expect(await failing(perform(row))).toMatchObject({ type: "not_allowed" })
    expect(scene.journal.get(row.id)).toMatchObject({ state: "prepared", same_as: null })
  })

  it("what ends the record waits, and says for what", async () => {
    await doubtful()
    scene.answers["reservations.cancel"] = null
    const row = await prepared("reservations.cancel", cancel)

    for (const state of ["prepared", "rejected", "in_doubt"] as const) {
      scene.journal.patch(row.id, { state })
      expect((await failing(perform(row))).message).toContain("reservations.capture of 100.00")
    }
    scene.journal.patch(row.id, { state: "sending", sending_at: scene.clock.now() })
    expect((await failing(perform(row))).message).toContain("reservations.capture of 100.00")
    expect(scene.sent("reservations.cancel")).toBe(0)
  })

  it("a further key says for what it waits", async () => {
    await doubtful()
    const row = await prepared("reservations.capture", capture())
    await failing(perform(row))

    for (const state of ["prepared", "rejected"] as const) {
      scene.journal.patch(row.id, { state })
      expect((await failing(perform(row))).message).toContain("reservations.capture of 100.00")
    }
  })

  it("one in doubt itself speaks of its own doubt", async () => {
    const first = await doubtful()
    const alone = await failing(perform(first))
    scene.journal.patch((await prepared("reservations.capture", capture("40.00"))).id, {
      state: "in_doubt",
    })

    expect((await failing(perform(first))).message).toBe(alone.message)
  })

  it("lets a failure of the database through", async () => {
    const row = await prepared("reservations.capture", capture())
    const lost = new Error("the database is gone")
    jest.spyOn(scene.journal, "claim").mockRejectedValueOnce(lost)

    expect(await failing(perform(row))).toBe(lost)
  })
})

describe("the same operation on the same record, shortly after", () => {
  const other = { actor: "admin:user_2" } as const

  it.each<[string, { amount?: string; ago?: number } & Partial<OperationIntent>, boolean]>([
    ["the same amount", {}, false],
    ["the same amount, written otherwise", { amount: "100" }, false],
    ["the same amount after a while", { ago: 11 * MINUTE }, true],
    ["another amount", { amount: "40.00" }, true],
    ["another amount, of another person", { amount: "40.00", ...other }, false],
    [
      "another amount, of another person, after a while",
      { amount: "40.00", ago: 11 * MINUTE, ...other },
      true,
    ],
    ["the same amount, confirmed", { repeatConfirmed: true }, true],
  ])("%s: needs a confirmation or not", async (_what, { amount, ago, ...intent }, isSent) => {
    await captured("100.00", { ago })
    const row = await prepared("reservations.capture", capture(amount), intent)
    const [outcome] = await Promise.allSettled([perform(row)])

    expect(scene.sent("reservations.capture")).toBe(isSent ? 2 : 1)
    expect(scene.journal.get(row.id).state).toBe(isSent ? "succeeded" : "rejected")
    if (!isSent) {
      expect(outcome).toMatchObject({ reason: { type: "not_allowed", code: "confirm_repeat" } })
      expect(scene.journal.get(row.id)).toMatchObject({
        failure: { kind: "confirm_repeat", at: expect.stringMatching(/Z$/) },
        sealed_request: null,
      })
    }
  })

  it.each<[string, number, boolean]>([
    ["within a day", 23 * HOUR, false],
    ["later", 25 * HOUR, true],
  ])(
    "that doubt about which was settled %s: needs a confirmation or not",
    async (_when, ago, isSent) => {
      const first = await captured()
      scene.journal.patch(first.id, { settled_at: scene.clock.now() })
      scene.clock.pass(ago)

      await Promise.allSettled([perform(await prepared("reservations.capture", capture()))])
      expect(scene.sent("reservations.capture")).toBe(isSent ? 2 : 1)
    }
  )

  it("of another person, settled lately: is sent with another amount", async () => {
    const first = await captured()
    scene.journal.patch(first.id, { settled_at: scene.clock.now() })
    scene.clock.pass(HOUR)

    await perform(await prepared("reservations.capture", capture("40.00"), other))
    expect(scene.sent("reservations.capture")).toBe(2)
  })

  it("is sent once it is confirmed under the same key", async () => {
    await captured()
    const key = { idempotencyKey: "k" }
    await failing(perform(await prepared("reservations.capture", capture(), key)))
    const row = await prepared("reservations.capture", capture(), { ...key, repeatConfirmed: true })

    await perform(row)
    expect(scene.sent("reservations.capture")).toBe(2)
  })

  it.each<[string, Partial<OperationRow>, Partial<OperationRow>]>([
    ["moves no money", { moves_money: false }, {}],
    ["names no record", { subject_uuid: null }, {}],
    ["names no amount", { request: { body: {} } }, {}],
    ["follows one without an amount", {}, { request: { body: {} } }],
  ])("is sent where it %s", async (_what, values, ofFirst) => {
    const first = await captured()
    scene.journal.patch(first.id, ofFirst)
    const row = await prepared("reservations.capture", capture())
    jest
      .spyOn(scene.journal, "askingConfirmation")
      .mockResolvedValue([{ ...scene.journal.get(first.id), is_just_now: true }])
    scene.journal.patch(row.id, values)

    await perform(row)
    expect(scene.sent("reservations.capture")).toBe(2)
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
    const intent = {
      idempotencyKey: "k",
      orderId: "order_1",
      customerId: "cus_1",
      refundId: "einvref_1",
    }
    const row = await prepared(id, request, intent)
    scene.answers[id] = async () => {
      scene.clock.pass(SENDER_LIFETIME)
      const sending = scene.journal.get(row.id)
      await scene.journal.senderLost(sending, { kind: "sender-lost", message: "", at: "" })
      await scene.journal.decide(sending, "staff", false, { by: "admin:user_2" })
      await again(await prepared(id, request, intent))
      return data
    }
    return { row, outcome: perform(row) }
  }

  it("is recorded as carried out while no other was sent: the answer outranks staff", async () => {
    const { row, outcome } = await overtaken(
      "reservations.capture",
      capture(),
      { uuid: "CAP1" },
      async () => undefined
    )

    expect(await outcome).toMatchObject({ sent: true })
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "succeeded",
      contradicted_at: scene.clock.now(),
    })
  })

  it("calls staff once another was sent, and follows what it created", async () => {
    const { row, outcome } = await overtaken(
      "reservations.submit",
      { body: exampleReservation },
      { reservationUuid: "RES1" },
      (again) => scene.journal.claim(again)
    )
    scene.journal.patch(row.id, { e_invoice_order_id: "einvord_1" })

    expect(await failing(outcome)).toMatchObject({ type: "not_allowed" })
    expect(scene.journal.get(row.id)).toMatchObject({ state: "sending", attempt: 2 })
    expect(scene.events).toEqual([
      [
        "e_invoice.operation_in_doubt",
        { id: row.id, operation: "reservations.submit", order_id: "order_1" },
      ],
    ])
    expect(scene.records.all.filter(({ remote_uuid: uuid }) => uuid !== null)).toMatchObject([
      { kind: "reservation", remote_uuid: "RES1", order_id: "order_1", customer_id: "cus_1" },
    ])
  })

  it("is told in the timeline of a checkout's order, and adopts nothing", async () => {
    scene.orders.push({ id: "einvord_1", order_id: "order_1", remote_order_uuid: "ODR1" })
    const { outcome } = await overtaken(
      "refunds.request-approval",
      approval("100.00"),
      { uuid: "ODR2" },
      (again) => scene.journal.claim(again)
    )
    await failing(outcome)

    expect(scene.timeline).toMatchObject([{ outcome: "failed", detail: { operation: "einvop_1" } }])
    expect(scene.records.all).toEqual([])
  })
})

describe("undoing", () => {
  const undo = ({ id }: Pick<OperationRow, "id">) => undoOperation(scene.eInvoice, id)

  async function submitted() {
    scene.answers["reservations.submit"] = { reservationUuid: "RES1" }
    const row = await prepared(
      "reservations.submit",
      { body: exampleReservation },
      { orderId: "order_1", customerId: "cus_1" }
    )
    await perform(row)
    return row
  }

  it("is sent once, as an operation of its own, however often it is asked for", async () => {
    const row = await submitted()
    scene.answers["reservations.cancel"] = null

    const undone = await undo(row)
    expect(await undo(row)).toEqual(undone)
    expect(undone).toEqual({ undoneBy: "einvop_2", leaves: undefined })
    expect(scene.calls.filter(([id]) => id === "reservations.cancel")).toMatchObject([
      ["reservations.cancel", { params: { reservation_uuid: "RES1" } }],
    ])
    expect(scene.journal.get("einvop_2")).toMatchObject({
      actor: "medusa",
      idempotency_key: `undo:${row.id}`,
      order_id: "order_1",
      customer_id: "cus_1",
    })
  })

  it("fails as the service does", async () => {
    const row = await submitted()
    scene.answers["reservations.cancel"] = conflict

    expect(await failing(undo(row))).toBe(conflict)
  })

  it("puts back what a change replaced, and says what stays", async () => {
    const before = { ...exampleProfile, name: "Earlier", personalNumber: undefined }
    scene.answers["customers.details"] = { uuid: "CSRT1", ...before }
    scene.answers["customers.update-private"] = null
    const row = await prepared("customers.update-private", {
      ...update,
      body: { ...exampleProfile, personalNumber: "17819010188" },
    })
    await perform(row)

    expect(await undo(row)).toEqual({ undoneBy: "einvop_2", leaves: expect.any(String) })
    expect(scene.calls.at(-1)).toMatchObject([
      "customers.update-private",
      { params: { customer_uuid: "CSRT1" }, body: { name: "Earlier" } },
    ])
  })

  it.each<[string, Partial<OperationRow>]>([
    ["was not carried out", { state: "rejected" }],
    ["has no inverse", { operation_id: "reservations.capture" }],
    ["changed nothing", { operation_id: "reservations.details" }],
    ["names no record", { subject_uuid: null }],
    ["left nothing known of before", { operation_id: "customers.update-private" }],
  ])("does nothing for what %s", async (_what, values) => {
    const row = await submitted()
    scene.journal.patch(row.id, values)
    scene.answers["reservations.cancel"] = null

    expect(await undo(row)).toEqual({ nothingDone: expect.any(String) })
    expect(scene.sent("reservations.cancel")).toBe(0)
  })

  it("does nothing for an operation that is not known", async () => {
    expect(await undo({ id: "einvop_9" })).toEqual({ nothingDone: expect.any(String) })
  })
})
