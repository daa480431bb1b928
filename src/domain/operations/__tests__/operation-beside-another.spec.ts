import { RefusedError } from "../../../connect"
import { approvalKey, type OperationRow } from "../../../modules/e-invoice/operations/operation"
import type { OperationIntent } from "../prepare-operation"
import { settleOperation } from "../settle-operation"
import {
  approvalOf,
  cancellation,
  captureOf,
  chargeLater,
  details,
  failing,
  HOUR,
  MINUTE,
  noAnswer,
  OperationScene,
  refundOf,
} from "./operation-scene"

let scene: OperationScene

beforeEach(() => {
  scene = new OperationScene()
  scene.showNoRefunds()
})

/** Leaves a capture in doubt; the next is answered. */
async function doubtful() {
  const row = await scene.doubtful("reservations.capture", captureOf())
  scene.answers["reservations.capture"] = { uuid: "CAP1" }
  return row
}

/** Carries a capture out, some time ago. */
async function captured(
  amount?: string,
  { ago = 0, ...intent }: Partial<OperationIntent> & { ago?: number } = {}
) {
  const row = await scene.prepare("reservations.capture", captureOf(amount), intent)
  scene.answers["reservations.capture"] = { uuid: "CAP1" }
  await scene.perform(row)
  scene.clock.pass(ago)
  return row
}

describe("beside another in doubt", () => {
  it.each<[string, string, boolean]>([
    ["the same request, which is its further key from then on", "100.00", true],
    ["money of the same record", "40.00", false],
  ])("is not sent: %s", async (_what, amount, isSame) => {
    const open = await doubtful()
    const row = await scene.prepare("reservations.capture", captureOf(amount))
    const { type, message } = await failing(scene.perform(row))

    expect(type).toBe("not_allowed")
    expect(message.includes("of 100.00")).toBe(!isSame)
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "prepared",
      same_as: isSame ? open.id : null,
    })

    await scene.journal.decide(scene.journal.get(open.id), "staff", false, { by: "admin:user_1" })
    const [outcome] = await Promise.allSettled([scene.perform(row)])
    expect(outcome?.status).toBe(isSame ? "rejected" : "fulfilled")
    expect(scene.sent("reservations.capture")).toBe(isSame ? 1 : 2)
  })

  it.each<[string, Partial<OperationRow>, boolean]>([
    ["the same of another hash", { request_hash: "of an earlier key" }, true],
    ["the same of another look", { request: null }, true],
    ["another operation", { operation_id: "reservations.charge" }, false],
    ["another amount", { request_hash: "other", request: captureOf("9.00") }, false],
  ])("stands for %s or not", async (_what, values, isSame) => {
    const open = await doubtful()
    scene.journal.patch(open.id, values)
    const row = await scene.prepare("reservations.capture", captureOf())
    // Prepared beside an open one, it has that one's hash.
    await failing(scene.perform(row))

    expect(scene.journal.get(row.id).same_as).toBe(isSame ? open.id : null)
    expect(scene.sent("reservations.capture")).toBe(1)
  })

  it("an approval of one refund stands for no other's", async () => {
    const ask = (key: string) =>
      scene.prepare("refunds.request-approval", approvalOf("100.00"), { idempotencyKey: key })
    scene.answers["refunds.request-approval"] = noAnswer
    await failing(scene.perform(await ask("refund-approval:einvref_1")))
    const row = await ask("refund-approval:einvref_2")

    const { message } = await failing(scene.perform(row))
    expect(message).toContain("100.00")
    expect(scene.journal.get(row.id)).toMatchObject({ state: "prepared", same_as: null })
    expect(scene.sent("refunds.request-approval")).toBe(1)
  })

  it("is not sent where the other ended just now", async () => {
    await doubtful()
    const row = await scene.prepare("reservations.capture", captureOf())
    jest.spyOn(scene.journal, "openBeside").mockResolvedValueOnce(undefined)

    expect(await failing(scene.perform(row))).toMatchObject({ type: "not_allowed" })
    expect(scene.journal.get(row.id)).toMatchObject({ state: "prepared", same_as: null })
  })

  it("what ends the record waits, and says for what", async () => {
    await doubtful()
    scene.answers["reservations.cancel"] = null
    const row = await scene.prepare("reservations.cancel", cancellation)

    for (const state of ["prepared", "rejected", "in_doubt"] as const) {
      scene.journal.patch(row.id, { state })
      expect((await failing(scene.perform(row))).message).toContain(
        "reservations.capture of 100.00"
      )
    }
    scene.journal.patch(row.id, { state: "sending", sending_at: scene.clock.now() })
    expect((await failing(scene.perform(row))).message).toContain("reservations.capture of 100.00")
    expect(scene.sent("reservations.cancel")).toBe(0)
  })

  it("a further key says for what it waits", async () => {
    await doubtful()
    const row = await scene.prepare("reservations.capture", captureOf())
    await failing(scene.perform(row))

    for (const state of ["prepared", "rejected"] as const) {
      scene.journal.patch(row.id, { state })
      expect((await failing(scene.perform(row))).message).toContain(
        "reservations.capture of 100.00"
      )
    }
  })

  it("one in doubt itself speaks of its own doubt", async () => {
    const first = await doubtful()
    const alone = await failing(scene.perform(first))
    scene.journal.patch((await scene.prepare("reservations.capture", captureOf("40.00"))).id, {
      state: "in_doubt",
    })

    expect((await failing(scene.perform(first))).message).toBe(alone.message)
  })

  it("lets a failure of the database through", async () => {
    const row = await scene.prepare("reservations.capture", captureOf())
    const lost = new Error("the database is gone")
    jest.spyOn(scene.journal, "claim").mockRejectedValueOnce(lost)

    expect(await failing(scene.perform(row))).toBe(lost)
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
    const row = await scene.prepare("reservations.capture", captureOf(amount), intent)
    const [outcome] = await Promise.allSettled([scene.perform(row)])

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

      await Promise.allSettled([
        scene.perform(await scene.prepare("reservations.capture", captureOf())),
      ])
      expect(scene.sent("reservations.capture")).toBe(isSent ? 2 : 1)
    }
  )

  it("of another person, settled lately: is sent with another amount", async () => {
    const first = await captured()
    scene.journal.patch(first.id, { settled_at: scene.clock.now() })
    scene.clock.pass(HOUR)

    await scene.perform(await scene.prepare("reservations.capture", captureOf("40.00"), other))
    expect(scene.sent("reservations.capture")).toBe(2)
  })

  it("is sent once it is confirmed under the same key", async () => {
    await captured()
    const key = { idempotencyKey: "k" }
    await failing(scene.perform(await scene.prepare("reservations.capture", captureOf(), key)))
    const row = await scene.prepare("reservations.capture", captureOf(), {
      ...key,
      repeatConfirmed: true,
    })

    await scene.perform(row)
    expect(scene.sent("reservations.capture")).toBe(2)
  })

  it("is the same once more where it names no amount", async () => {
    const charge = (repeatConfirmed = false) =>
      scene.prepare("orders.delayed-charge", chargeLater, { repeatConfirmed })
    scene.answers["orders.delayed-charge"] = null
    await scene.perform(await charge())

    const row = await charge()
    expect(await failing(scene.perform(row))).toMatchObject({ code: "confirm_repeat" })
    expect(scene.sent("orders.delayed-charge")).toBe(1)
    await scene.perform(await charge(true))
    scene.clock.pass(11 * MINUTE)
    await scene.perform(await charge())
    expect(scene.sent("orders.delayed-charge")).toBe(3)
  })

  it.each<[string, Partial<OperationRow>, Partial<OperationRow>]>([
    ["moves no money", { moves_money: false }, {}],
    ["names no record", { subject_uuid: null }, {}],
    ["follows one without an amount", {}, { request: { body: {} } }],
  ])("is sent where it %s", async (_what, values, ofFirst) => {
    const first = await captured()
    scene.journal.patch(first.id, ofFirst)
    const row = await scene.prepare("reservations.capture", captureOf())
    jest.spyOn(scene.journal, "askingConfirmation").mockResolvedValue([
      {
        ...scene.journal.get(first.id),
        is_just_now: true,
        awaits_approval: false,
        is_ruled_out: false,
      },
    ])
    scene.journal.patch(row.id, values)

    await scene.perform(row)
    expect(scene.sent("reservations.capture")).toBe(2)
  })
})

describe("a refund like one of which staff recorded that it was not carried out", () => {
  const ruledOut = async () => {
    const row = await scene.doubtful("reservations.refund", refundOf("100.00"))
    await settleOperation(scene.eInvoice, row.id, {
      tookEffect: false,
      attempt: row.attempt,
      actor: "admin:user_1",
    })
    scene.answers["reservations.refund"] = null
    return row
  }

  it.each([
    ["under a new key", () => undefined],
    ["under its own", ({ idempotency_key: key }: OperationRow) => key],
  ])("needs a confirmation %s, as the service may carry it out yet", async (_key, keyOf) => {
    const earlier = await ruledOut()
    const again = async (repeatConfirmed: boolean) =>
      scene.prepare("reservations.refund", refundOf("100.00"), {
        idempotencyKey: keyOf(earlier),
        repeatConfirmed,
      })
    scene.clock.pass(29 * 24 * HOUR)

    expect(await failing(scene.perform(await again(false)))).toMatchObject({
      code: "confirm_repeat",
      values: { ruled_out: earlier.id },
    })
    expect(scene.sent("reservations.refund")).toBe(1)
    await scene.perform(await again(true))
    expect(scene.sent("reservations.refund")).toBe(2)
  })

  it("is sent of another amount, and after a month", async () => {
    await ruledOut()
    await scene.perform(await scene.prepare("reservations.refund", refundOf("30.00")))
    expect(scene.sent("reservations.refund")).toBe(2)
    scene.clock.pass(31 * 24 * HOUR)
    await scene.perform(await scene.prepare("reservations.refund", refundOf("100.00")))
    expect(scene.sent("reservations.refund")).toBe(3)
  })
})

describe("a refund beside one that the service rejected", () => {
  const rejected = async () => {
    const row = await scene.prepare("reservations.refund", refundOf("100.00"))
    scene.answers["reservations.refund"] = new RefusedError({
      ...details,
      messageKey: "refundRejectionForWeeklyThresholdExceed",
    })
    await failing(scene.perform(row))
    scene.answers["reservations.refund"] = null
    scene.answers["refunds.request-approval"] = null
    return row
  }
  const ask = async ({ id }: OperationRow) =>
    scene.prepare("refunds.request-approval", approvalOf("100.00"), {
      idempotencyKey: approvalKey(id),
    })

  it.each(["100.00", "30.00"])(
    "needs a confirmation while that one may be approved: %s",
    async (amount) => {
      await scene.perform(await ask(await rejected()))
      scene.clock.pass(240 * HOUR)

      const row = await scene.prepare("reservations.refund", refundOf(amount))
      expect(await failing(scene.perform(row))).toMatchObject({ code: "confirm_repeat" })
      expect(scene.sent("reservations.refund")).toBe(1)
      await scene.perform(
        await scene.prepare("reservations.refund", refundOf(amount), { repeatConfirmed: true })
      )
      expect(scene.sent("reservations.refund")).toBe(2)
    }
  )

  it("is none under that one's own key, until staff know how the operator decided", async () => {
    const row = await rejected()
    await scene.perform(await ask(row))
    const again = () =>
      scene.prepare("reservations.refund", refundOf("100.00"), {
        idempotencyKey: row.idempotency_key,
        repeatConfirmed: true,
      })

    expect(await failing(again())).toMatchObject({ code: "approval_asked" })
    expect(await failing(scene.perform(row))).toMatchObject({ code: "approval_asked" })
    expect(scene.journal.get(row.id)).toMatchObject({ state: "rejected", attempt: 1 })

    const actor = "admin:user_2"
    await settleOperation(scene.eInvoice, row.id, { tookEffect: false, attempt: 1, actor })
    await scene.perform(await again())
    expect(scene.sent("reservations.refund")).toBe(2)
  })

  it.each([true, false])("is settled by the operator's answer: approved %p", async (tookEffect) => {
    const row = await rejected()
    const request = await ask(row)
    scene.answers["refunds.request-approval"] = noAnswer
    await failing(scene.perform(request))
    const settle = () =>
      settleOperation(scene.eInvoice, row.id, { tookEffect, attempt: 1, actor: "admin:user_2" })

    await settle()

    const state = tookEffect ? "succeeded" : "rejected"
    expect(scene.journal.get(row.id)).toMatchObject({
      state,
      settled_by: "admin:user_2",
      failure: tookEffect ? null : { kind: "approval-refused" },
      contradicted_at: null,
    })
    expect(scene.journal.get(request.id)).toMatchObject({ state })
    expect(await failing(settle())).toMatchObject({ code: "settled_meanwhile" })
  })

  it.each(["prepared", "rejected"] as const)(
    "needs none where the request for approval is %s",
    async (state) => {
      const asked = await ask(await rejected())
      scene.journal.patch(asked.id, { state })

      await scene.perform(await scene.prepare("reservations.refund", refundOf("100.00")))
      expect(scene.sent("reservations.refund")).toBe(2)
    }
  )
})
