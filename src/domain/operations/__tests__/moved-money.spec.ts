import type { MoneyMove } from "../../../modules/e-invoice/operations/earlier-operations"
import type { RecordRow } from "../../../modules/e-invoice/operations/remote-records"
import {
  movedOnReservation,
  recordLateEffects,
  refundedOfCycles,
  SHOWN_BY_SERVICE,
  shownAfterAll,
  wayOf,
} from "../moved-money"
import { reconcileRecord } from "../records-at-service"
import { settleOperation } from "../settle-operation"
import { captureOf, OperationScene } from "./operation-scene"

type Given = Pick<MoneyMove, "explains" | "ruled_out"> & { amount: string; source?: string }

const ruledOut = (amount: string, source?: string): Given => ({
  amount,
  explains: false,
  ruled_out: "last",
  ...(source && { source }),
})
const explaining = (amount: string, ruled_out: Given["ruled_out"] = null): Given => ({
  amount,
  explains: true,
  ruled_out,
})

const move = ({ amount, source = "captured", ...known }: Given, index: number) =>
  ({
    id: `einvop_${index}`,
    operation_id: "reservations.refund",
    request: { body: { grandTotal: amount, source } },
    ...known,
  }) as MoneyMove

const shownOf = (fromCaptured: number, moves: Given[], fromCharge?: number) =>
  shownAfterAll(
    movedOnReservation({ amountRefunded: { fromCaptured, fromCharge } }),
    moves.map(move)
  ).map(({ id }) => Number(id.split("_")[1]))

describe("what the service shows after all of what staff found without effect", () => {
  it.each<[string, number, Given[], number[]]>([
    ["nothing, of nothing", 0, [ruledOut("50")], []],
    ["nothing, of less", 49.99, [ruledOut("50")], []],
    ["all, of its amount", 50, [ruledOut("50")], [0]],
    ["one of two alike", 50, [ruledOut("50"), ruledOut("50")], [0]],
    ["both of two alike", 100, [ruledOut("50"), ruledOut("50")], [0, 1]],
    ["the one whose amount it is", 30, [ruledOut("20"), ruledOut("30")], [1]],
    ["the earlier that it covers", 40, [ruledOut("20"), ruledOut("30")], [0]],
    ["nothing, where another explains it", 50, [explaining("50"), ruledOut("50")], []],
    ["what no other explains", 80, [explaining("30"), ruledOut("50")], [1]],
    ["nothing of what is explained twice", 50, [explaining("50", "earlier")], []],
    ["an earlier attempt beside the last", 100, [explaining("50", "earlier")], [0]],
    ["nothing of another source", 50, [ruledOut("50", "charged")], []],
    ["nothing of what names no amount", 50, [ruledOut("")], []],
  ])("is %s", (_what, shown, moves, expected) => {
    expect(shownOf(shown, moves)).toEqual(expected)
  })

  it("is told by source", () => {
    const moves = [ruledOut("50"), ruledOut("50", "charged")]

    expect(shownOf(0, moves, 50)).toEqual([1])
  })
})

describe("what was moved on a reservation", () => {
  it.each<[unknown, [string, bigint][]]>([
    [undefined, []],
    [null, []],
    [{ capturedAmount: null, amountRefunded: {} }, []],
    [
      { capturedAmount: 12.5, chargedAmount: 0 },
      [
        ["reservations.capture", 1250n],
        ["reservations.charge", 0n],
      ],
    ],
    [{ amountRefunded: { fromCharge: 1 } }, [["reservations.refund charged", 100n]]],
  ])("is read as far as it is named: %p", (details, expected) => {
    expect([...movedOnReservation(details)]).toEqual(expected)
  })

  it("has a way by operation and source", () => {
    expect(wayOf({ operation_id: "reservations.capture", request: {} })).toBe(
      "reservations.capture"
    )
    expect(wayOf({ operation_id: "reservations.refund", request: {} })).toBe(
      "reservations.refund captured"
    )
  })
})

describe("what was refunded of a subscription's cycles", () => {
  const named = { isRefunded: true, refundedAmount: 30 }

  it.each([
    ["amounts of all", [named, { isRefunded: false, refundedAmount: 0 }], true],
    ["no amount of what is not refunded", [named, { isRefunded: false }], true],
    ["no amount of what is refunded", [named, { isRefunded: true }], false],
    ["nothing of one", [named, {}], false],
  ])("is whole or a part, where the service names %s", (_named, cycles, isWhole) => {
    expect(refundedOfCycles(cycles)).toEqual({ ore: 3_000n, isWhole })
  })
})

describe("what staff found without effect, and the service shows", () => {
  it("is recorded once, asks the service nothing, and is told", async () => {
    const scene = new OperationScene()
    scene.showNoRefunds()
    const { id } = await scene.doubtful("reservations.refund", {
      params: { reservation_uuid: "RES1" },
      body: {
        type: "reservation",
        grandTotal: "50.00",
        products: [{ id: 1, amount: "50.00" }],
        source: "captured",
        reference: "CAP1",
      },
    })
    await settleOperation(scene.eInvoice, id, {
      tookEffect: false,
      attempt: 1,
      actor: "admin:user_2",
    })
    expect(scene.records.all).toMatchObject([
      {
        kind: "reservation",
        remote_uuid: "RES1",
        check_count: 0,
        next_check_at: scene.clock.now(),
      },
    ])
    scene.events.length = 0
    const calls = scene.calls.length
    const shows = (fromCaptured: number) =>
      recordLateEffects(
        scene.eInvoice,
        { kind: "reservation", uuid: "RES1" },
        movedOnReservation({ amountRefunded: { fromCaptured } })
      )

    await shows(49)
    expect(scene.journal.get(id)).toMatchObject({ state: "rejected", contradicted_at: null })
    await shows(50)
    await shows(50)

    expect(scene.journal.get(id)).toMatchObject({
      state: "succeeded",
      settled_by: "service",
      contradicted_at: scene.clock.now(),
      answer: SHOWN_BY_SERVICE,
      failure: null,
    })
    expect(scene.events).toMatchObject([["e_invoice.refund_decided", { id, decision: "accepted" }]])
    expect(scene.calls).toHaveLength(calls)
  })

  it("is told of a subscription by whatever reads it", async () => {
    const scene = new OperationScene()
    scene.showNoRefunds()
    const { id } = await scene.doubtful("subscriptions.refund-cycle", {
      params: { subscriptionUuid: "SUB1" },
      body: { amount: "50.00", cycles: ["Cycle 1"] },
    })
    await settleOperation(scene.eInvoice, id, {
      tookEffect: false,
      attempt: 1,
      actor: "admin:user_2",
    })
    const [record] = scene.records.all
    expect(record).toMatchObject({ kind: "subscription", remote_uuid: "SUB1", check_count: 0 })
    const read = async (refundedAmount: number) => {
      scene.answers["subscriptions.details"] = {
        status: "ONGOING",
        subscriptionUuid: "SUB1",
        subscriptionCycles: [{ name: "Cycle 1", isRefunded: true, refundedAmount }],
      }
      await reconcileRecord(scene.eInvoice, record as RecordRow, "sweep", false)
      return scene.journal.get(id).state
    }

    expect(await read(49.99)).toBe("rejected")
    expect(await read(50)).toBe("succeeded")
    expect(scene.journal.get(id)).toMatchObject({ settled_by: "service", answer: SHOWN_BY_SERVICE })
  })

  it("is none of another reservation, nor of what is in doubt", async () => {
    const scene = new OperationScene()
    scene.showNoRefunds()
    const { id } = await scene.doubtful("reservations.capture", captureOf())

    const shown = movedOnReservation({ capturedAmount: 500 })
    for (const uuid of ["RES1", "RES2"]) {
      await recordLateEffects(scene.eInvoice, { kind: "reservation", uuid }, shown)
    }

    expect(scene.journal.get(id).state).toBe("in_doubt")
  })
})
