import type { MoneyMove } from "../../../modules/e-invoice/operations/operation-journal"
import {
  movedOnReservation,
  recordLateEffects,
  SHOWN_BY_SERVICE,
  shownAfterAll,
  wayOf,
} from "../moved-on-reservation"
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

describe("what staff found without effect, and the service shows", () => {
  it("is recorded once, asks the service nothing, and is told", async () => {
    const scene = new OperationScene()
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
      recordLateEffects(scene.eInvoice, "RES1", { amountRefunded: { fromCaptured } })

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

  it("is none of another reservation, nor of what is in doubt", async () => {
    const scene = new OperationScene()
    const { id } = await scene.doubtful("reservations.capture", captureOf())

    await recordLateEffects(scene.eInvoice, "RES1", { capturedAmount: 500 })
    await recordLateEffects(scene.eInvoice, "RES2", { capturedAmount: 500 })

    expect(scene.journal.get(id).state).toBe("in_doubt")
  })
})
