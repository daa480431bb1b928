import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import { REPLACED, type RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import { creditGiven, piecesOf } from "../credit-by-hand"

const share = (id: number, amount: string) => ({ id, amount })
const row = (values: Partial<RefundRow>): RefundRow =>
  ({
    id: "einvref_missing",
    attempt: 1,
    purpose: "credit",
    state: "rejected",
    amount: "528.90",
    down_to: "2311.90",
    products: [share(1, "429.00"), share(2, "99.90")],
    goods: [share(1, "429.00"), share(2, "99.90")],
    failure: { kind: "left-to-staff", message: "", at: "" },
    ...values,
  }) as RefundRow
const order = (values: Partial<FollowedOrder> = {}): FollowedOrder =>
  ({
    id: "einvord_1",
    grandTotal: "2840.80",
    creditedTotal: "0",
    refundedTotal: "0",
    flags: ["change_not_followed"],
    cancelRequestedAt: null,
    ...values,
  }) as FollowedOrder
const missing = row({})
const earlier = row({
  id: "einvref_earlier",
  amount: "429.00",
  down_to: "2411.80",
  products: [share(1, "429.00")],
  goods: [share(1, "429.00")],
  failure: { kind: REPLACED, message: "", at: "" },
})
const given = (
  orderAs: Partial<FollowedOrder>,
  row: RefundRow,
  rows: readonly RefundRow[],
  givenOre: bigint,
  paymentOre = 231190n,
  capturedOre = 0n
) =>
  creditGiven(order(orderAs), {
    row,
    rows,
    givenOre,
    paymentOre,
    capturedOre,
    pieces: piecesOf([
      { id: 1, quantity: 1, amount: "429.00" },
      { id: 2, quantity: 3, amount: "299.70" },
      { id: 3, quantity: 3, amount: "100.00" },
    ]),
  })

describe("what is missing once a credit was given by hand", () => {
  it("is nothing after all of it", () => {
    expect(given({}, missing, [missing], 52890n)).toMatchObject({
      share: { amount: "528.90", products: missing.products },
      lessened: undefined,
      left: undefined,
    })
  })

  it("is the rest after a part, by its lines", () => {
    expect(given({}, missing, [missing], 42900n)).toMatchObject({
      share: { amount: "429.00", products: [share(1, "429.00")], goods: [share(1, "429.00")] },
      left: { amount: "99.90", products: [share(2, "99.90")], goods: [share(2, "99.90")] },
    })
    expect(given({}, missing, [missing], 26445n)).toMatchObject({
      share: { amount: "264.45", products: [share(1, "214.50"), share(2, "49.95")] },
      lessened: undefined,
      left: {
        key: "credit:einvord_1:2576.35",
        amount: "264.45",
        downTo: "2311.90",
        products: [share(1, "214.50"), share(2, "49.95")],
      },
    })
  })

  it("is the rest after several credits of whole pieces that are told as one", () => {
    const ofPieces = row({
      amount: "628.80",
      products: [share(1, "429.00"), share(2, "199.80")],
      goods: [share(1, "429.00"), share(2, "199.80")],
    })

    expect(given({}, ofPieces, [ofPieces], 52890n, 221200n)).toMatchObject({
      share: { products: [share(1, "429.00"), share(2, "99.90")] },
    })
    expect(given({ grandTotal: "2940.70" }, ofPieces, [ofPieces], 52890n)).toMatchObject({
      left: { amount: "99.90", products: [share(2, "99.90")], goods: [share(2, "99.90")] },
    })
  })

  it("is the rest by what is recorded, where the service names more than that", () => {
    expect(given({ refundedTotal: "528.90" }, missing, [missing], 42900n)).toMatchObject({
      left: { amount: "99.90", products: [share(2, "99.90")] },
    })
  })

  it("is what was captured, whatever else the service names", () => {
    expect(
      given({ refundedTotal: "538.90" }, missing, [missing], 52890n, 231190n, 231190n)
    ).toMatchObject({ purpose: "credit", left: undefined })
  })

  it("is what went since, after an earlier one", () => {
    expect(given({}, earlier, [missing, earlier], 42900n)).toMatchObject({
      share: { amount: "429.00" },
      lessened: { id: "einvref_missing" },
      left: { amount: "99.90", products: [share(2, "99.90")], goods: [share(2, "99.90")] },
    })
  })

  it("is nothing after an earlier one that comes to more", () => {
    const less = row({ amount: "99.90", down_to: "2740.90", products: [share(2, "99.90")] })

    expect(given({}, earlier, [less, earlier], 42900n, 274090n)).toMatchObject({
      lessened: { id: "einvref_missing" },
      left: undefined,
    })
  })

  it("is the same as before where the service had named the credit already", () => {
    const rest = row({ amount: "99.90", products: [share(2, "99.90")] })

    expect(given({ refundedTotal: "429" }, earlier, [earlier, rest], 42900n)).toMatchObject({
      lessened: undefined,
      left: undefined,
    })
  })

  it("is the rest also where Medusa refunded what was captured", () => {
    const refund = row({
      id: "einvref_refund",
      purpose: "refund",
      state: "succeeded",
      amount: "2311.90",
    })

    expect(
      given(
        { refundedTotal: "2311.9", flags: ["refunded_at_service"] },
        earlier,
        [missing, earlier, refund],
        42900n
      )
    ).toMatchObject({ left: { amount: "99.90" } })
  })

  it.each([
    [284080n, "refund"],
    [231190n, "credit"],
  ])("is what Medusa captured beyond it: of %s captured it is a %s", (capturedOre, purpose) => {
    const flags = ["refunded_at_service"] as const
    expect(
      given({ flags: [...flags] }, missing, [missing], 52890n, capturedOre, capturedOre)
    ).toMatchObject({ purpose, left: undefined })
  })

  it("is nothing where the order became dearer again", () => {
    expect(given({}, missing, [missing], 42900n, 284080n)).toMatchObject({
      share: { amount: "429.00", products: [share(1, "429.00")] },
      left: undefined,
    })
  })

  it("is nothing that is known where no flag says that something is", () => {
    expect(given({ flags: [] }, earlier, [missing, earlier], 42900n)).toMatchObject({
      share: { amount: "429.00" },
      lessened: undefined,
      left: undefined,
    })
  })

  it("cannot be more than it is of", () => {
    expect(() => given({}, missing, [missing], 52891n)).toThrow(
      expect.objectContaining({ code: "beyond_left" })
    )
  })
})
