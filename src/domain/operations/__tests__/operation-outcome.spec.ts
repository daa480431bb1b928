import { type OperationId, UnavailableError } from "../../../connect"
import { exampleReservation } from "../../../connect/operations/examples"
import type { OperationRow } from "../../../modules/e-invoice/operations/operation"
import { createdBy, followSuccess, recordInTimeline } from "../operation-outcome"
import { tellOfRefund } from "../moved-money"
import { cancellation, details, OperationScene } from "./operation-scene"

let scene: OperationScene

beforeEach(() => {
  scene = new OperationScene()
})

/** An operation that took effect, as far as it matters to what follows. */
async function done(values: Partial<OperationRow> = {}): Promise<OperationRow> {
  const { id } = await scene.prepare("reservations.cancel", cancellation)
  return scene.journal.patch(id, { state: "succeeded", ...values })
}

const follow = (row: OperationRow, success: Partial<Parameters<typeof followSuccess>[2]> = {}) =>
  followSuccess(scene.eInvoice, row, { created: undefined, ...success })

describe("the record that an answer names", () => {
  it.each<[OperationId, unknown, object | undefined]>([
    ["reservations.submit", { reservationUuid: "RES1" }, { kind: "reservation", uuid: "RES1" }],
    ["orders.create-invoice", { uuid: "ODR1" }, { kind: "order", uuid: "ODR1" }],
    ["reservations.submit", { uuid: "RES1" }, undefined],
    ["reservations.submit", { reservationUuid: 1 }, undefined],
    ["reservations.submit", null, undefined],
    ["reservations.submit", undefined, undefined],
    ["reservations.submit", "RES1", undefined],
    ["reservations.capture", { uuid: "CAP1" }, undefined],
  ])("of %s with %j", (id, data, created) => {
    expect(createdBy(id, data)).toEqual(created)
  })
})

describe("after a creation", () => {
  const created = { kind: "reservation", uuid: "RES1" }

  const creation = async () => {
    const { id } = await scene.prepare(
      "reservations.submit",
      { body: exampleReservation },
      { orderId: "order_1" }
    )
    return scene.journal.patch(id, { state: "succeeded" })
  }

  it.each([
    [{ customerUuid: "CSRT1", paymentUrl: "https://pay.example/1", url: "https://other" }],
    [{ customerUuid: "CSRT1", url: "https://pay.example/1" }],
  ])("the record is named by the answer, asked for, and told of: %j", async (data) => {
    const row = await creation()
    scene.answers["reservations.details"] = { reservationUuid: "RES1", status: "SENT" }

    await follow(row, { created, data, messageKey: "done" })
    expect(scene.records.all).toMatchObject([
      {
        id: row.record_id,
        created_by_operation: row.id,
        remote_uuid: "RES1",
        remote_customer_uuid: "CSRT1",
        payment_url: "https://pay.example/1",
        status: "SENT",
      },
    ])
    expect(scene.events).toEqual([
      [
        "e_invoice.reservation_changed",
        {
          id: row.record_id,
          uuid: "RES1",
          order_id: "order_1",
          status: "SENT",
          previous_status: null,
          cause: "reservations.submit",
        },
      ],
    ])
  })

  it("the record waits for its name where the answer gave none", async () => {
    await follow(await creation(), { data: { reservationUuid: 1 } })

    expect(scene.records.all).toMatchObject([{ remote_uuid: null }])
    expect(scene.records.all[0]).not.toHaveProperty("created_by_operation")
    expect(scene.calls).toEqual([])
  })

  it("a record that is gone is followed no more", async () => {
    const row = await creation()
    scene.records.all.length = 0

    await follow(row, { created })
    expect([scene.records.all, scene.calls, scene.events]).toEqual([[], [], []])
  })

  it.each([true, false])("of an order the store is told; announced: %p", async (isAnnounced) => {
    const row = scene.journal.patch((await creation()).id, {
      ...(!isAnnounced && { record_id: null, subject_kind: null, subject_uuid: null }),
    })

    await follow(row, { created: { kind: "order", uuid: "ODR1" } })
    expect(scene.events.filter(([name]) => name === "e_invoice.order_created")).toEqual([
      [
        "e_invoice.order_created",
        {
          id: isAnnounced ? row.record_id : row.id,
          order_id: "order_1",
          order_uuid: "ODR1",
        },
      ],
    ])
  })
})

describe("after a change", () => {
  it.each<[string | null, boolean]>([
    ["order", true],
    ["reservation", true],
    ["subscription", true],
    ["customer", false],
    ["company", false],
    [null, false],
  ])("the %s that it was of is remembered: %p", async (kind, isRemembered) => {
    const row = await done({ subject_kind: kind, order_id: "order_1", customer_id: "cus_1" })
    await follow(row)

    expect(scene.records.all).toMatchObject(
      isRemembered ? [{ kind, remote_uuid: "RES1", order_id: "order_1", customer_id: "cus_1" }] : []
    )
    expect(scene.calls).toHaveLength(isRemembered ? 1 : 0)
  })

  it("a record without a Medusa order is linked to none", async () => {
    await follow(await done())

    expect(scene.records.all).toMatchObject([{ order_id: null, customer_id: null }])
  })

  it.each<[string, Partial<OperationRow>]>([
    ["what names none", { subject_uuid: null }],
    ["a checkout's order", { subject_kind: "order", e_invoice_order_id: "einvord_1" }],
  ])("no record is made of %s", async (_what, values) => {
    await follow(await done(values))

    expect([scene.records.all, scene.calls]).toEqual([[], []])
  })

  it("whose record cannot be asked for now, the sweep asks", async () => {
    scene.answers["reservations.details"] = new UnavailableError(details)
    await follow(await done())

    expect(scene.records.all).toMatchObject([{ next_check_at: scene.clock.now() }])
    expect(scene.events).toMatchObject([
      ["e_invoice.reservation_changed", { cause: "reservations.cancel", status: null }],
    ])
  })
})

describe("the timeline of a checkout's order", () => {
  it.each([
    [undefined, "admin:user_1"],
    ["service", "service"],
  ] as const)("says who found out: %p", async (actor, expected) => {
    const row = await done({ subject_kind: "order", e_invoice_order_id: "einvord_1" })

    await follow(row, { actor, messageKey: "cancelledOrderSuccessfully" })
    expect(scene.timeline).toEqual([
      {
        eInvoiceOrderId: "einvord_1",
        actor: expected,
        action: "reservations.cancel",
        outcome: "done",
        detail: { operation: row.id, message_key: "cancelledOrderSuccessfully" },
      },
    ])
    expect(scene.lookedSoon).toEqual(["einvord_1"])
  })

  it("is written for nothing else", async () => {
    await recordInTimeline(scene.eInvoice, await done(), "failed", {})

    expect([scene.timeline, scene.lookedSoon]).toEqual([[], []])
  })
})

describe("the store is told of a refund", () => {
  it.each<[OperationId, "accepted" | "refused", string | undefined]>([
    ["orders.refund", "accepted", "accepted"],
    ["orders.refund", "refused", "refused"],
    ["reservations.refund", "accepted", "accepted"],
    ["refunds.request-approval", "accepted", "approval_requested"],
    ["refunds.request-approval", "refused", "refused"],
    ["reservations.capture", "accepted", undefined],
    ["reservations.cancel", "refused", undefined],
  ])("%s %s: %p", async (id, decision, told) => {
    const row = await done({ operation_id: id, order_id: "order_1" })
    await tellOfRefund(scene.eInvoice, row, decision, undefined)

    expect(scene.events).toEqual(
      told === undefined
        ? []
        : [
            [
              "e_invoice.refund_decided",
              { id: row.id, order_id: "order_1", uuid: "RES1", decision: told, message_key: null },
            ],
          ]
    )
  })

  it("in the service's own word, once it took effect", async () => {
    const row = await done({ operation_id: "reservations.refund" })
    await follow(row, { messageKey: "refundProcessedSuccessfully" })

    expect(scene.events.at(-1)).toMatchObject([
      "e_invoice.refund_decided",
      { decision: "accepted", message_key: "refundProcessedSuccessfully" },
    ])
  })
})
