import type { DataOf } from "../../../connect"
import { catalogue } from "../../../connect"
import {
  accountOf,
  isReleased,
  reservationAccountOf,
  type ReservationMove,
  takenByReservation,
  takenOre,
} from "../reservation-account"

const details = (change: object): DataOf<"reservations.details"> =>
  catalogue["reservations.details"].data.parse({
    reservationUuid: "RES1234567890",
    status: "CAPTURED",
    grandTotal: 100,
    productList: [
      { id: 1, name: "Room", amount: 80, reserved: 50, captured: 30 },
      { id: 2, name: "Breakfast", amount: 20, reserved: 20, captured: 0 },
    ],
    paymentDetails: {
      reservedAmount: 100,
      capturedAmount: 30,
      chargedAmount: 0,
      amountRefunded: { fromCaptured: 0, fromCharge: 0 },
    },
    paymentHistory: {
      captured: [{ uuid: "CAP1", at: "21.11.2026 04:00", amount: 30 }],
    },
    ...change,
  })

const refund = (change: Partial<ReservationMove> = {}): ReservationMove => ({
  id: "einvop_1",
  kind: "refund",
  state: "succeeded",
  attempt: 1,
  at: new Date(0),
  amountOre: 1000n,
  products: [{ id: 1, amount: "10.00" }],
  reference: "CAP1",
  source: "captured",
  uuid: undefined,
  failure: undefined,
  ...change,
})

describe("where a reservation's money is", () => {
  it("is what is left of each line while the amount is held", () => {
    const { lines, leftOre } = accountOf(details({}), [])

    expect(lines.map((line) => line.leftOre)).toEqual([5000n, 2000n])
    expect(leftOre).toBe(7000n)
  })

  it.each(["SENT", "COMPLETED", "CANCELLED", "EXPIRED", "NOT PAID"])(
    "is nothing to capture when it is %s",
    (status) => {
      expect(accountOf(details({ status }), []).leftOre).toBe(0n)
    }
  )

  it("reads `reserved` the same whether it is what was, or what still is, held", () => {
    const asWas = details({
      productList: [{ id: 1, name: "Room", amount: 80, reserved: 80, captured: 30 }],
    })
    const released = details({
      productList: [{ id: 1, name: "Room", amount: 80, reserved: 0, captured: 30 }],
    })

    expect(accountOf(asWas, []).leftOre).toBe(5000n)
    expect(accountOf(released, []).leftOre).toBe(0n)
  })

  it("takes from a capture what was refunded of it, in doubt or done", () => {
    const { movements } = accountOf(details({}), [
      refund(),
      refund({ state: "in_doubt", amountOre: 500n }),
      refund({ state: "rejected", amountOre: 2000n }),
    ])

    expect(movements).toMatchObject([{ uuid: "CAP1", refundedOre: 1500n, leftOre: 1500n }])
  })

  it("takes from a capture what is being refunded of it, and nothing that is of another", () => {
    const two = details({
      paymentDetails: { capturedAmount: 60 },
      paymentHistory: {
        captured: [
          { uuid: "CAP1", amount: 30 },
          { uuid: "CAP2", amount: 30 },
        ],
      },
    })
    const { movements, refundedOre } = accountOf(two, [
      refund({ state: "sending" }),
      refund({ state: "prepared", amountOre: 200n }),
      refund({ reference: "CAP2", amountOre: 300n }),
      refund({ kind: "capture", uuid: "CAP1", amountOre: 3000n }),
    ])

    expect(movements).toMatchObject([
      { uuid: "CAP1", refundedOre: 1000n, leftOre: 2000n },
      { uuid: "CAP2", refundedOre: 300n, leftOre: 2700n },
    ])
    expect(refundedOre).toBe(0n)
  })

  it("adds up what was refunded of captures and of charges", () => {
    const paymentDetails = {
      reservedAmount: 100,
      capturedAmount: 30,
      chargedAmount: 9,
      amountRefunded: { fromCaptured: 4, fromCharge: 3 },
    }

    expect(accountOf(details({ paymentDetails }), [])).toMatchObject({
      totalOre: 10_000n,
      reservedOre: 10_000n,
      capturedOre: 3000n,
      chargedOre: 900n,
      refundedOre: 700n,
    })
  })

  it("is nothing where the service says nothing of payments", () => {
    const silent = { paymentDetails: undefined, paymentHistory: undefined }

    expect(accountOf(details(silent), [])).toMatchObject({
      reservedOre: 0n,
      capturedOre: 0n,
      chargedOre: 0n,
      refundedOre: 0n,
      movements: [],
    })
    expect(accountOf(details({ paymentDetails: { capturedAmount: 30 } }), [])).toMatchObject({
      capturedOre: 3000n,
      refundedOre: 0n,
    })
  })

  it("leaves nothing to capture of a line of which more was captured than it costs", () => {
    const productList = [{ id: 1, amount: 80, reserved: 80, captured: 81 }]

    expect(accountOf(details({ productList }), []).lines).toMatchObject([
      { name: "–", capturedOre: 8100n, leftOre: 0n },
    ])
  })

  it("has the lines of a capture by name, each with what is left to refund of it", () => {
    const captured = [
      {
        uuid: "CAP1",
        amount: 30,
        products: [
          { id: 1, amount: 25 },
          { id: 2, name: "Breakfast in bed", amount: 3 },
          { id: 9, amount: 1 },
          { name: "Nameless", amount: 1 },
        ],
      },
      { at: "21.11.2026 04:00", amount: 5 },
    ]
    const { movements } = accountOf(details({ paymentHistory: { captured } }), [
      refund({ products: [{ id: 1, amount: "10.00" }] }),
      refund({ products: [{ id: 2, amount: "4.00" }] }),
    ])

    expect(movements).toHaveLength(1)
    expect(movements[0]?.lines).toEqual([
      { id: 1, name: "Room", amountOre: 2500n, refundedOre: 1000n, leftOre: 1500n },
      { id: 2, name: "Breakfast in bed", amountOre: 300n, refundedOre: 400n, leftOre: 0n },
      { id: 9, name: "–", amountOre: 100n, refundedOre: 0n, leftOre: 100n },
    ])
  })

  it("takes what was refunded elsewhere from the one capture there is", () => {
    const elsewhere = details({
      paymentDetails: {
        capturedAmount: 30,
        amountRefunded: { fromCaptured: 25, fromCharge: 0 },
      },
    })

    expect(accountOf(elsewhere, []).movements).toMatchObject([
      { refundedOre: 2500n, leftOre: 500n },
    ])
  })

  it("never offers more of one capture than is left of all", () => {
    const two = details({
      paymentDetails: {
        capturedAmount: 60,
        amountRefunded: { fromCaptured: 50, fromCharge: 0 },
      },
      paymentHistory: {
        captured: [
          { uuid: "CAP1", amount: 30 },
          { uuid: "CAP2", amount: 30 },
        ],
      },
    })

    expect(accountOf(two, []).movements.map(({ leftOre }) => leftOre)).toEqual([1000n, 1000n])
  })

  it("finds the lines of a capture in what was asked for here, and of a charge only at the service", () => {
    const moved = details({
      paymentHistory: {
        captured: [{ uuid: "CAP1", amount: 30 }],
        charged: [
          { uuid: "CHA1", amount: 9 },
          { uuid: "CHA2", amount: 7, products: [{ id: 5, amount: 7 }] },
        ],
      },
    })
    const { movements } = accountOf(moved, [
      refund({
        kind: "capture",
        uuid: "CAP1",
        reference: undefined,
        products: [{ id: 2, amount: "30.00" }],
      }),
    ])

    expect(movements.map(({ lines }) => lines)).toMatchObject([
      [{ id: 2, amountOre: 3000n }],
      [],
      [{ id: 5, amountOre: 700n }],
    ])
  })
})

describe("a reservation's account", () => {
  const row = (change: object) => ({
    id: "einvop_1",
    operation_id: "reservations.refund",
    state: "rejected",
    attempt: 2,
    created_at: new Date(0),
    request: {
      body: {
        grandTotal: "10.00",
        products: [{ id: "1", amount: 10 }],
        source: "captured",
        reference: "CAP1",
      },
    },
    failure: { kind: "refused", message: "Needs approval.", at: "2026-11-21T00:00:00Z" },
    ...change,
  })
  const capture = row({
    id: "einvop_2",
    operation_id: "reservations.capture",
    state: "succeeded",
    request: { body: { grandTotal: 30, products: [{ id: 2, amount: "30.00" }] } },
    answer: { data: { uuid: "CAP1" } },
    failure: null,
  })
  const reading = (rows: object[]) => {
    const asked: unknown[] = []
    const eInvoice = {
      listEInvoiceOperations: async (...which: unknown[]) => {
        asked.push(which)
        return rows
      },
      connect: {
        call: async (...call: unknown[]) => {
          asked.push(call)
          return { data: details({}) }
        },
      },
    }
    return { asked, eInvoice: eInvoice as unknown as Parameters<typeof reservationAccountOf>[0] }
  }

  it("is what the service says of it, and what was done from here", async () => {
    const unreadable = row({ request: { body: {} } })
    const unanswered = row({ answer: { data: null } })
    const { asked, eInvoice } = reading([capture, row({}), unreadable, unanswered])

    const { moves, movements } = await reservationAccountOf(eInvoice, "RES1234567890")

    expect(asked).toEqual([
      ["reservations.details", { params: { reservation_uuid: "RES1234567890" } }],
      [
        {
          subject_kind: "reservation",
          subject_uuid: "RES1234567890",
          operation_id: ["reservations.capture", "reservations.refund"],
        },
        { order: { created_at: "ASC" }, take: 1_000 },
      ],
    ])
    expect(moves).toMatchObject([
      { id: "einvop_2", kind: "capture", uuid: "CAP1", amountOre: 3000n, failure: undefined },
      {
        id: "einvop_1",
        kind: "refund",
        state: "rejected",
        attempt: 2,
        at: new Date(0),
        amountOre: 1000n,
        products: [{ id: 1, amount: "10" }],
        source: "captured",
        reference: "CAP1",
        failure: { message: "Needs approval." },
      },
      { uuid: undefined },
    ])
    expect(movements).toMatchObject([{ uuid: "CAP1", lines: [{ id: 2, amountOre: 3000n }] }])
  })

  it.each([
    ["the customer has not confirmed it", { status: "SENT" }],
    ["its status was never read", { status: null }],
    ["the service has not named it", { remote_uuid: null }],
  ])("is not asked for while %s: all of it is taken", async (_when, change) => {
    const { asked, eInvoice } = reading([])
    const record = { status: "CAPTURED", remote_uuid: "RES1234567890", amount: "100", ...change }

    expect(await takenByReservation(eInvoice, record)).toEqual({ amount: "100" })
    expect(asked).toEqual([])
    expect(isReleased(null)).toBe(false)
  })
})

describe("what a reservation takes of its order's price", () => {
  const over = {
    totalOre: 10_000n,
    capturedOre: 0n,
    chargedOre: 0n,
    refundedOre: 0n,
    refundedOfChargesOre: 0n,
    leftOre: 0n,
  }

  it.each<[string, string, Partial<typeof over>, bigint]>([
    ["all, before the customer confirmed it", "SENT", {}, 10_000n],
    ["all, in a status that is not known", "FROZEN", { capturedOre: 3_000n }, 10_000n],
    ["what is held", "RESERVED", { leftOre: 10_000n }, 10_000n],
    ["what moved and is held", "CAPTURED", { capturedOre: 3_000n, leftOre: 7_000n }, 10_000n],
    ["what moved, once the rest was released", "CAPTURED", { capturedOre: 3_000n }, 3_000n],
    ["what was charged besides", "CHARGED", { chargedOre: 500n, leftOre: 10_000n }, 10_500n],
    ["what moved, once it is completed", "COMPLETED", { capturedOre: 1n, chargedOre: 2n }, 3n],
    [
      "what moved, of which a part was given back",
      "COMPLETED",
      { capturedOre: 9n, refundedOre: 8n },
      9n,
    ],
    ["nothing, once all was given back", "COMPLETED", { capturedOre: 9n, refundedOre: 9n }, 0n],
    [
      "what moved, without what was given back of charges",
      "COMPLETED",
      { capturedOre: 9n, chargedOre: 5n, refundedOre: 6n, refundedOfChargesOre: 5n },
      9n,
    ],
    [
      "what is held yet, once all was given back",
      "CAPTURED",
      { capturedOre: 9n, refundedOre: 9n, leftOre: 1n },
      10n,
    ],
    ["nothing, once it is completed untouched", "COMPLETED", {}, 0n],
    ["nothing, once it is cancelled", "CANCELLED", {}, 0n],
    ["nothing, once it is expired", "EXPIRED", {}, 0n],
    ["nothing, once the card was refused", "NOT PAID", {}, 0n],
  ])("is %s", (_what, status, account, expected) => {
    expect(takenOre({ ...over, status, ...account })).toBe(expected)
  })
})
