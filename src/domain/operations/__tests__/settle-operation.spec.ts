import { NotFoundError, type OperationId, UnavailableError } from "../../../connect"
import {
  exampleIds,
  exampleReservation,
  exampleSubscription,
} from "../../../connect/operations/examples"
import type { AnyRequest, OperationRow } from "../../../modules/e-invoice/operations/operation"
import type { OperationIntent } from "../prepare-operation"
import { SETTLED_BY_STAFF, settleOperation } from "../settle-operation"
import { captureOf, chargeLater, details, MINUTE, OperationScene } from "./operation-scene"
import { SENDER_LIFETIME } from "./stores-in-memory"

const actor = "admin:user_2"

const refund: AnyRequest = {
  params: { order_uuid: exampleIds.order },
  body: { type: "regular", grandTotal: "100.00", products: [{ id: 7, amount: "100.00" }] },
}
let scene: OperationScene

beforeEach(() => {
  scene = new OperationScene()
  scene.showNoRefunds()
})

/** An operation whose answer was lost. */
async function doubtful(
  id: OperationId,
  request: AnyRequest,
  intent: Partial<OperationIntent> = {}
): Promise<OperationRow> {
  const row = await scene.doubtful(id, request, intent)
  scene.events.length = 0
  scene.timeline.length = 0
  return row
}

type Found = Partial<Parameters<typeof settleOperation>[2]>

const settle = ({ id }: Pick<OperationRow, "id">, tookEffect: boolean, found: Found = {}) =>
  settleOperation(scene.eInvoice, id, { tookEffect, attempt: 1, actor, ...found })

const refused = (code?: string) => ({ type: "not_allowed", ...(code && { code }) })

describe("what staff found", () => {
  it.each([
    [true, "succeeded", "done", "accepted"],
    [false, "rejected", "refused", "refused"],
  ] as const)(
    "settles a doubt: it took effect %p",
    async (tookEffect, state, outcome, decision) => {
      const row = await doubtful("orders.refund", refund, { orderId: "order_1" })
      scene.journal.patch(row.id, { e_invoice_order_id: "einvord_1" })

      await settle(row, tookEffect)
      expect(scene.journal.get(row.id)).toMatchObject({
        state,
        attempt: 1,
        settled_by: actor,
        settled_at: scene.clock.now(),
        answer: tookEffect ? SETTLED_BY_STAFF : null,
        failure: tookEffect ? null : { kind: "person", at: scene.clock.now().toISOString() },
      })
      expect(scene.timeline).toMatchObject([{ actor, outcome, eInvoiceOrderId: "einvord_1" }])
      expect(scene.timeline[0]?.["detail"]).toMatchObject(
        tookEffect ? { message_key: SETTLED_BY_STAFF.messageKey } : { message: expect.any(String) }
      )
      expect(scene.events).toMatchObject([
        [
          "e_invoice.refund_decided",
          {
            id: row.id,
            decision,
            message_key: tookEffect ? SETTLED_BY_STAFF.messageKey : null,
            order_id: "order_1",
          },
        ],
      ])
      expect(scene.sent("orders.refund")).toBe(1)
    }
  )

  it("of an operation that is not known is refused", async () => {
    await expect(settle({ id: "einvop_9" }, true)).rejects.toMatchObject(refused())
  })

  it.each([true, false])("of another attempt settles nothing: it took effect %p", async (took) => {
    const row = scene.journal.patch((await doubtful("orders.refund", refund)).id, { attempt: 2 })

    await expect(settle(row, took)).rejects.toMatchObject(refused("settled_meanwhile"))
    expect(scene.journal.get(row.id)).toEqual(row)
  })

  it.each([
    ["prepared", true],
    ["prepared", false],
    ["succeeded", true],
    ["succeeded", false],
    ["rejected", true],
    ["rejected", false],
    ["sending", true],
    ["sending", false],
  ] as const)("of one that is %s settles nothing: it took effect %p", async (state, took) => {
    const row = scene.journal.patch((await doubtful("reservations.capture", captureOf())).id, {
      state,
    })

    await expect(settle(row, took)).rejects.toMatchObject(refused("settled_meanwhile"))
    expect(scene.journal.get(row.id)).toEqual(row)
    expect([scene.events, scene.timeline]).toEqual([[], []])
    // Of one that is under way the service is asked in vain.
    expect(scene.sent("reservations.details")).toBe(state === "sending" ? 1 : 0)
  })

  it("settles one whose sender is lost", async () => {
    const row = scene.journal.patch((await doubtful("orders.refund", refund)).id, {
      state: "sending",
    })
    scene.clock.pass(SENDER_LIFETIME)

    await settle(row, true)
    expect(scene.journal.get(row.id)).toMatchObject({ state: "succeeded", settled_by: actor })
  })

  it.each([true, false])("comes too late after another's: it took effect %p", async (took) => {
    const row = await doubtful("orders.refund", refund)
    await settle(row, !took)
    scene.events.length = 0
    jest.spyOn(scene.journal, "find").mockResolvedValueOnce(row)

    await expect(settle(row, took)).rejects.toMatchObject(refused("settled_meanwhile"))
    expect(scene.journal.get(row.id).state).toBe(took ? "rejected" : "succeeded")
    expect(scene.events).toEqual([])
  })

  it("agrees with a service that contradicted it: that is handled by saying so, once", async () => {
    const row = await doubtful("orders.refund", refund)
    const contradicted = { state: "succeeded", contradicted_at: scene.clock.now() } as const
    scene.journal.patch(row.id, contradicted)

    await expect(settle(row, false)).rejects.toMatchObject(refused("settled_meanwhile"))
    expect(scene.journal.get(row.id).contradicted_at).not.toBeNull()
    await settle(row, true)
    expect(scene.journal.get(row.id)).toMatchObject({ state: "succeeded", contradicted_at: null })
    expect(scene.events).toEqual([])
  })
})

describe("what the service shows of the money", () => {
  const shows = (capturedAmount: number) => {
    scene.answers["reservations.details"] = {
      reservationUuid: "RES1",
      status: "CAPTURED",
      paymentDetails: { capturedAmount },
    }
  }

  /** Another capture of 50.00 that is recorded. */
  async function recorded() {
    const row = await scene.prepare("reservations.capture", captureOf("50.00"))
    scene.answers["reservations.capture"] = { uuid: "CAP1" }
    await scene.perform(row)
    scene.clock.pass(11 * MINUTE)
  }

  it.each<[number, boolean, string | undefined]>([
    [150, true, undefined],
    [150, false, "moved_at_service"],
    [149.99, true, "not_moved_at_service"],
    [149.99, false, undefined],
    [50, true, "not_moved_at_service"],
    [50, false, undefined],
  ])("decides: %p of it with 50 recorded, it took effect %p", async (shown, took, code) => {
    await recorded()
    const row = await doubtful("reservations.capture", captureOf())
    shows(shown)
    const [outcome] = await Promise.allSettled([settle(row, took)])

    expect(scene.journal.get(row.id).state).toBe(
      code ? "in_doubt" : took ? "succeeded" : "rejected"
    )
    expect(outcome).toMatchObject(
      code
        ? { reason: { code, values: { shown: shown.toFixed(2), recorded: "50.00" } } }
        : { status: "fulfilled" }
    )
    expect(scene.sent("reservations.capture")).toBe(2)
  })

  it.each<[string, boolean, string | undefined]>([
    ["PAID", false, "moved_at_service"],
    ["PARTIAL REFUNDED", false, "moved_at_service"],
    ["PAID", true, undefined],
    ["SENT", false, undefined],
    ["SENT", true, undefined],
  ])("decides of a charge whose order is %s: it took effect %p", async (status, took, code) => {
    const row = await doubtful("orders.delayed-charge", chargeLater)
    scene.answers["orders.details"] = { status, orderSummary: { grandTotal: 80 } }
    const [outcome] = await Promise.allSettled([settle(row, took)])

    expect(scene.journal.get(row.id).state).toBe(
      code ? "in_doubt" : took ? "succeeded" : "rejected"
    )
    expect(outcome).toMatchObject(
      code ? { reason: { code, values: { shown: "80.00" } } } : { status: "fulfilled" }
    )
  })

  it("is silent of a charge whose order was charged before", async () => {
    scene.answers["orders.delayed-charge"] = null
    await scene.perform(await scene.prepare("orders.delayed-charge", chargeLater))
    scene.clock.pass(11 * MINUTE)
    const row = await doubtful("orders.delayed-charge", chargeLater, { repeatConfirmed: true })
    scene.answers["orders.details"] = { status: "PAID", orderSummary: { grandTotal: 80 } }

    await settle(row, false)
    expect(scene.journal.get(row.id).state).toBe("rejected")
  })

  it.each([true, false])(
    "leaves it to staff where it says nothing: it took effect %p",
    async (took) => {
      const row = await doubtful("reservations.capture", captureOf())

      await settle(row, took)
      expect(scene.journal.get(row.id).state).toBe(took ? "succeeded" : "rejected")
    }
  )
})

describe("the record that a creation made", () => {
  const uuid = "RES1"
  const reservation = () =>
    doubtful("reservations.submit", { body: exampleReservation }, { orderId: "order_1" })

  it("is followed once the service shows it", async () => {
    const row = await reservation()
    scene.answers["reservations.details"] = { reservationUuid: uuid, status: "SENT" }

    await settle(row, true, { uuid })
    expect(scene.journal.get(row.id)).toMatchObject({
      state: "succeeded",
      subject_kind: "reservation",
      subject_uuid: uuid,
      answer: { ...SETTLED_BY_STAFF, data: { uuid } },
    })
    expect(scene.records.all).toMatchObject([{ id: row.record_id, remote_uuid: uuid }])
  })

  it.each<[string, () => unknown, string | undefined]>([
    [
      "is remembered for another",
      () => scene.records.add({ kind: "reservation", remote_uuid: uuid }),
      "linked_elsewhere",
    ],
    [
      "is a checkout's",
      () => scene.orders.push({ id: "einvord_1", order_id: null, remote_order_uuid: uuid }),
      "linked_elsewhere",
    ],
    [
      "is not shown",
      () => {
        scene.answers["reservations.details"] = new NotFoundError(details)
      },
      "not_at_service",
    ],
    [
      "is of another amount",
      () => {
        scene.answers["reservations.details"] = { reservationUuid: uuid, grandTotal: 1.5 }
      },
      "not_this_order",
    ],
    [
      "is its own already",
      () => {
        scene.records.change("einvrec_1", { remote_uuid: uuid })
        scene.answers["reservations.details"] = { reservationUuid: uuid, status: "SENT" }
      },
      undefined,
    ],
    [
      "cannot be looked up",
      () => {
        scene.answers["reservations.details"] = new UnavailableError(details)
      },
      undefined,
    ],
  ])("that %s: is taken or not", async (_what, given, code) => {
    const row = await reservation()
    given()
    const [outcome] = await Promise.allSettled([settle(row, true, { uuid })])

    expect(scene.journal.get(row.id).state).toBe(code ? "in_doubt" : "succeeded")
    expect(outcome).toMatchObject(code ? { reason: { code, values: { uuid } } } : {})
  })

  it("has to be named", async () => {
    const row = await reservation()

    await expect(settle(row, true)).rejects.toMatchObject(refused())
    expect(scene.journal.get(row.id).state).toBe("in_doubt")
  })

  it("is of no concern where it creates none", async () => {
    const row = await doubtful("orders.refund", refund)

    await settle(row, true, { uuid })
    expect(scene.journal.get(row.id)).toMatchObject({
      subject_uuid: exampleIds.order,
      answer: { data: null },
    })
  })
})

describe("a creation is not without effect while a record may be its own", () => {
  const listed = (subscriptionUuid: string, amount = 500) => ({
    subscriptionUuid,
    status: "SENT",
    amount,
  })

  it.each<[string, unknown, string[] | undefined, boolean]>([
    ["none is listed", [], undefined, true],
    ["one is", [listed("SUB1")], undefined, false],
    ["one is that staff excluded", [listed("SUB1")], ["SUB1"], true],
    ["two are of which staff excluded one", [listed("SUB1"), listed("SUB2")], ["SUB1"], false],
    ["one is that is contradicted", [listed("SUB1", 7)], undefined, true],
    ["the service gives no list", new UnavailableError(details), undefined, true],
  ])("%s", async (_what, list, notIt, isSettled) => {
    const row = await doubtful("subscriptions.create", { body: exampleSubscription })
    scene.answers["subscriptions.list"] = list
    const [outcome] = await Promise.allSettled([settle(row, false, { notIt })])

    expect(scene.journal.get(row.id).state).toBe(isSettled ? "rejected" : "in_doubt")
    expect(outcome).toMatchObject(
      isSettled
        ? { status: "fulfilled" }
        : { reason: { code: "candidate_not_excluded", type: "not_allowed" } }
    )
  })

  it("names those that may be it", async () => {
    const row = await doubtful("subscriptions.create", { body: exampleSubscription })
    scene.answers["subscriptions.list"] = ["SUB1", "SUB2", "SUB3"].map((uuid) => listed(uuid))

    await expect(settle(row, false, { notIt: ["SUB2"] })).rejects.toThrow("SUB1, SUB3")
  })

  it("lets its own failures through", async () => {
    const row = await doubtful("subscriptions.create", { body: exampleSubscription })
    scene.answers["subscriptions.list"] = new TypeError("bug")

    await expect(settle(row, false)).rejects.toThrow("bug")
    expect(scene.journal.get(row.id).state).toBe("in_doubt")
  })
})
