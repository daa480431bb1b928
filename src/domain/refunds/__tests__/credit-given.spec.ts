import { LEAST_ACCOUNTED_ORE } from "../../../mapping/decimal"
import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import { REPLACED, type RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import { creditGiven, piecesOf, purposeOfCredit } from "../credit-by-hand"

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

  it("is the rest of each line after what staff name of them", () => {
    const mostlyGoods = row({ goods: [share(1, "439.00"), share(2, "50.00")] })
    expect(
      creditGiven(order(), {
        row: mostlyGoods,
        rows: [mostlyGoods],
        givenOre: 49890n,
        paymentOre: 231190n,
        capturedOre: 0n,
        products: [share(1, "429.00"), share(2, "59.90"), share(3, "10.00")],
      })
    ).toMatchObject({
      share: {
        amount: "498.90",
        products: [share(1, "429.00"), share(2, "59.90"), share(3, "10.00")],
        // Of a whole line, all that is owed for it; of a part, no more than that.
        goods: [share(1, "439.00"), share(2, "50.00")],
      },
      left: { amount: "30.00", products: [share(2, "30.00")] },
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

  it("counts no goods twice where a part of it was of none", () => {
    const withGoodwill = row({ goods: [share(1, "428.90")] })

    expect(given({}, withGoodwill, [withGoodwill], 42890n)).toMatchObject({
      share: { amount: "428.90", goods: [share(1, "428.90")] },
      left: { amount: "100.00", goods: [] },
    })
    expect(given({}, withGoodwill, [withGoodwill], 10000n)).toMatchObject({
      share: { goods: [share(1, "100.00")] },
      left: { amount: "428.90", goods: [share(1, "328.90")] },
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
      expect.objectContaining({
        type: "invalid_data",
        code: "beyond_left",
        values: { amount: "528.90" },
      })
    )
  })

  it("is nothing that is known of one that leads to no known amount", () => {
    const unknown = row({ down_to: null })

    expect(given({}, unknown, [unknown], 42900n)).toMatchObject({
      share: { amount: "429.00" },
      purpose: "credit",
      lessened: undefined,
      left: undefined,
    })
  })

  it("is as much as before where the service had named just what was given of it", () => {
    const rest = row({ amount: "429.00", products: [share(1, "429.00")], goods: null })

    expect(given({ refundedTotal: "99.90" }, rest, [rest], 9990n)).toEqual({
      share: { amount: "99.90", products: [share(1, "99.90")], goods: [] },
      purpose: "credit",
      lessened: undefined,
      left: {
        key: "credit:einvord_1:2740.90",
        amount: "429.00",
        downTo: "2311.90",
        products: [share(1, "429.00")],
        goods: [],
      },
    })
  })

  it("is of all lines where those that are left come to less", () => {
    expect(given({ grandTotal: "2940.70" }, earlier, [earlier, missing], 42900n)).toMatchObject({
      lessened: { id: "einvref_missing" },
      left: { amount: "199.80", products: [share(1, "162.06"), share(2, "37.74")] },
    })
  })

  it("is of the lines that are left where these come to more", () => {
    const ofOther = row({ ...earlier, products: [share(3, "429.00")], goods: [share(2, "199.80")] })

    expect(given({}, ofOther, [ofOther, missing], 42900n)).toMatchObject({
      left: {
        amount: "99.90",
        products: [share(2, "99.90")],
        goods: [share(1, "99.90")],
      },
    })
  })

  it("is nothing of a line of which more was given than is missing", () => {
    const more = row({ products: [share(1, "50.00"), share(2, "478.90")] })

    expect(given({ grandTotal: "2940.70" }, earlier, [earlier, more], 42900n)).toMatchObject({
      left: { amount: "199.80", products: [share(2, "199.80")] },
    })
  })

  it.each([
    [231200n, "refund"],
    [231199n, "credit"],
  ])("is no refund of what rounding makes: of %s captured it is a %s", (capturedOre, purpose) => {
    expect(given({}, missing, [missing], 52890n, 231190n, capturedOre)).toMatchObject({ purpose })
  })
})

describe("the lines of a credit that was given by hand in part", () => {
  type Listed = Parameters<typeof piecesOf>[0]
  const linesGiven = (
    givenOre: bigint,
    products: RefundRow["products"],
    listed: Listed | undefined = []
  ) =>
    creditGiven(order(), {
      row: row({ amount: "99999.00", products }),
      rows: [],
      givenOre,
      paymentOre: undefined,
      capturedOre: 0n,
      pieces: listed && piecesOf(listed),
    }).share.products

  it("are the first that come to it", () => {
    const alike = [share(1, "50.00"), share(2, "70.00"), share(3, "50.00"), share(4, "120.00")]

    expect(linesGiven(50_00n, alike)).toEqual([share(1, "50.00")])
    expect(linesGiven(120_00n, alike)).toEqual([share(1, "50.00"), share(2, "70.00")])
  })

  it("are all of them where these come to less", () => {
    const all = [share(1, "50.00"), share(2, "70.00")]

    expect(linesGiven(130_00n, all)).toEqual(all)
    expect(linesGiven(130_00n, [])).toEqual([])
    expect(linesGiven(130_00n, null)).toEqual([])
  })

  it("are none of no øre", () => {
    expect(linesGiven(1n, [share(1, "50.00"), share(2, "70.00")])).toEqual([share(2, "0.01")])
  })

  it("are whole lines before pieces, and the most pieces that come to it", () => {
    const listed = [
      { id: 1, quantity: 3, amount: 30 },
      { id: 2, quantity: 1, amount: 20 },
    ]

    expect(linesGiven(20_00n, [share(1, "30.00"), share(2, "20.00")], listed)).toEqual([
      share(2, "20.00"),
    ])
    for (const known of [listed, listed.slice(0, 1)]) {
      expect(linesGiven(40_00n, [share(1, "30.00"), share(2, "20.00")], known)).toEqual([
        share(1, "20.00"),
        share(2, "20.00"),
      ])
    }
    expect(linesGiven(20_00n, [share(1, "30.00"), share(2, "21.00")], listed)).toEqual([
      share(1, "20.00"),
    ])
  })

  it.each<[string, Listed | undefined]>([
    ["the service lists none", []],
    ["it could not be asked", undefined],
    ["another line is listed", [{ id: 9, quantity: 3, amount: 30 }]],
    ["a piece costs nothing", [{ id: 1, quantity: 3, amount: 0 }]],
    ["a piece is a deduction", [{ id: 1, quantity: 3, amount: -30 }]],
  ])("are taken in proportion where %s", (_what, listed) => {
    const products = [share(1, "30.00"), share(2, "15.00")]

    expect(linesGiven(15_00n, products.slice(0, 1), listed)).toEqual([share(1, "15.00")])
    expect(linesGiven(20_00n, products, listed)).toEqual([share(1, "13.33"), share(2, "6.67")])
  })

  it("are taken in proportion where a share is of a part of a piece", () => {
    const listed = [{ id: 1, quantity: 4, amount: 44 }]

    expect(linesGiven(20_00n, [share(1, "31.00"), share(2, "15.00")], listed)).toEqual([
      share(1, "13.48"),
      share(2, "6.52"),
    ])
  })

  it.each([
    [1000, [share(1, "9.99")]],
    [1001, [share(1, "9.89"), share(2, "0.10")]],
  ])("are by the piece of up to a thousand: of %s", (quantity, expected) => {
    const amount = quantity / 100
    const products = [share(1, amount.toFixed(2)), share(2, "0.10")]

    expect(linesGiven(9_99n, products, [{ id: 1, quantity, amount }])).toEqual(expected)
  })

  it("are taken in proportion beyond ten thousand sums", () => {
    const listed = [
      { id: 1, quantity: 999, amount: 9.99 },
      { id: 2, quantity: 11, amount: 110 },
    ]
    const products = [share(1, "9.99"), share(2, "110.00"), share(3, "9999.00")]

    expect(linesGiven(99_99n, products, listed)).toEqual([share(1, "9.99"), share(2, "90.00")])
    expect(linesGiven(100_01n, products, listed)).toEqual([
      share(1, "0.10"),
      share(2, "1.09"),
      share(3, "98.82"),
    ])
  })
})

describe("what a piece of a line costs", () => {
  it("is its part of the line", () => {
    expect(
      piecesOf([
        { id: 1, quantity: 3, amount: 30 },
        { id: 2, quantity: "2", amount: "0.02" },
      ])
    ).toEqual(
      new Map([
        [1, 10_00n],
        [2, 1n],
      ])
    )
  })

  it.each([
    { quantity: 3, amount: 30 },
    { id: 1, quantity: 3, amount: 100 },
    { id: 1, quantity: 1.5, amount: 30 },
    { id: 1, quantity: 0, amount: 30 },
    { id: 1, amount: 30 },
    { id: 1, quantity: 3, amount: 0 },
    { id: 1, quantity: 3 },
    { id: 1, quantity: 3, amount: -30 },
  ])("is not known of %j", (line) => {
    expect(piecesOf([line])).toEqual(new Map())
  })
})

describe("what a credit is once it was carried out", () => {
  const purpose = (capturedOre: bigint, orderAs: Partial<FollowedOrder> = {}) =>
    purposeOfCredit(order({ grandTotal: "6519", creditedTotal: "225", ...orderAs }), {
      givenOre: 500000n,
      capturedOre,
    })

  it.each([
    ["a credit while nothing is captured", 0n, "credit"],
    ["a credit where Medusa captured what is left after it", 129400n, "credit"],
    ["a credit where the two differ by rounding", 129400n + LEAST_ACCOUNTED_ORE - 1n, "credit"],
    ["a refund where Medusa captured all that the invoice asked for", 629400n, "refund"],
    ["a refund where Medusa captured some of it", 129400n + LEAST_ACCOUNTED_ORE, "refund"],
  ])("is %s", (_, capturedOre, expected) => {
    expect(purpose(capturedOre)).toBe(expected)
  })

  it("goes by the credits that are recorded, whatever the service names", () => {
    expect(purpose(129400n, { refundedTotal: "6519" })).toBe("credit")
    expect(purpose(129400n, { creditedTotal: "325" })).toBe("refund")
  })
})
