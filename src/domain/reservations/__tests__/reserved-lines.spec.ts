import { catalogue } from "../../../connect"
import { type LineNow, type SentLine, sentLines } from "../../../mapping"
import { linesBilledOf } from "../../refunds/changed-order"
import { reservedOf } from "../reserved-lines"

type Dependencies = Parameters<typeof linesBilledOf>[0]

const SHIRTS = { name: "2 x Shirt", productId: "SHIRT", rate: 200, tax: 25, amount: 200 }
const BOOK = { name: "Book", rate: 100.05, tax: 0, amount: 100.05 }

const reserved = {
  state: "succeeded",
  request: { body: { products: [SHIRTS, BOOK] } },
  lines: [
    { id: "item_shirt", quantity: 2, gross: "200.00" },
    { id: "item_book", quantity: 1, gross: "100.05" },
  ],
}

const record = {
  id: "einvrec_1",
  status: "CAPTURED" as string | null,
  remote_uuid: "RES1234567890" as string | null,
  amount: "300.05" as string | null,
}

/** What the service says of it: the shirts' captured amount, and the book's. */
const atService = (
  status: string,
  [shirts, book]: readonly [number, number],
  { charged = 0, refunded = 0, ...more }: Record<string, unknown> = {}
) => ({
  reservationUuid: "RES1234567890",
  status,
  grandTotal: 300.05,
  productList: [
    { id: 1, ...SHIRTS, reserved: 200 - shirts, captured: shirts },
    { id: 2, ...BOOK, reserved: 100.05 - book, captured: book },
  ],
  paymentDetails: {
    reservedAmount: 300.05,
    capturedAmount: shirts + book,
    chargedAmount: charged,
    amountRefunded: { fromCaptured: refunded, fromCharge: 0 },
  },
  ...more,
})

/** An order with reservations, and with no invoice. */
class Scene {
  readonly calls: string[] = []
  records: object[] = [record]
  creation: object | undefined = reserved
  charges: object[] = []
  now: LineNow[] = []
  moves: object[] = []

  constructor(private readonly answer: object = atService("RESERVED", [0, 0])) {}

  lines(except?: Parameters<typeof linesBilledOf>[3]) {
    return linesBilledOf(this.dependencies(), "order_1", this.now, except)
  }

  reserved(billed: readonly SentLine[] = []) {
    return reservedOf(this.dependencies(), "order_1", { now: this.now, billed })
  }

  private dependencies() {
    const dependencies = {
      orders: { statuses: { ofOrder: async () => [] } },
      records: { ofOrder: async () => this.records },
      listEInvoiceOperations: async () => this.moves,
      operations: {
        ofRecord: async () => this.creation,
        earlier: { doneOn: async () => this.charges },
      },
      connect: {
        call: async (id: string) => {
          this.calls.push(id)
          return { data: catalogue["reservations.details"].data.parse(this.answer) }
        },
      },
    }
    return dependencies as unknown as Dependencies
  }
}

describe("the lines that a reservation takes of its order", () => {
  it("are all of them, by item, without asking the service while nothing can be captured", async () => {
    const scene = new Scene()
    scene.records = [{ ...record, status: "SENT" }]

    expect(await scene.lines()).toMatchObject([
      { id: "item_shirt", quantity: 2, vatRate: 25, amountOre: 200_00n, creditedOre: 0n },
      { id: "item_book", quantity: 1, vatRate: 0, amountOre: 100_05n, creditedOre: 0n },
    ])
    expect(scene.calls).toEqual([])
  })

  it.each([
    ["can still be captured", "CAPTURED", [2, 200_00n, 100_05n]],
    ["was captured, once it is completed", "COMPLETED", [1, 100_00n, 10_05n]],
    ["may be captured in a status that is not known", "WHATEVER", [2, 200_00n, 100_05n]],
  ])("are each as much as %s", async (_what, status, [shirts, ofShirts, ofBook]) => {
    expect(await new Scene(atService(status, [100, 10.05])).lines()).toMatchObject([
      { id: "item_shirt", quantity: shirts, amountOre: ofShirts, grossOre: ofShirts },
      { id: "item_book", quantity: 1, amountOre: ofBook, grossOre: ofBook },
    ])
  })

  it.each<[string, Scene]>([
    ["is cancelled", scened({ records: [{ ...record, status: "CANCELLED" }] })],
    ["was paid back in all", new Scene(atService("COMPLETED", [100, 0], { refunded: 100 }))],
    ["is for an amount that is not known", scened({ records: [{ ...record, amount: null }] })],
    [
      "was certainly not made",
      scened({
        records: [{ ...record, remote_uuid: null }],
        creation: { ...reserved, state: "rejected" },
      }),
    ],
  ])("are none where it %s", async (_what, scene) => {
    expect(await scene.lines()).toEqual([])
  })

  it("are taken where it may have been made, and of one that is made anew left out", async () => {
    const unnamed = (creation?: object) =>
      scened({ records: [{ ...record, remote_uuid: null }], creation })

    expect(await unnamed({ ...reserved, state: "in_doubt" }).lines()).toHaveLength(2)
    expect(await unnamed({ ...reserved, state: "sending" }).lines()).toHaveLength(2)
    expect(await unnamed().lines()).toEqual([])
    expect(await new Scene().lines({ recordId: record.id })).toEqual([])
  })

  describe("of which something was given back", () => {
    const shirt = { id: "item_shirt", quantity: 2, ordered: 2, vatRate: 25, grossOre: 200_00n }
    const book = { id: "item_book", quantity: 1, ordered: 1, vatRate: 0, grossOre: 100_05n }
    const holding = (...lines: object[]) => lines as LineNow[]
    const refundOf = (products: { id: number; amount: string }[]) => ({
      id: "einvop_1",
      operation_id: "reservations.refund",
      state: "succeeded",
      attempt: 1,
      created_at: new Date(0),
      request: { body: { grandTotal: "1", products, source: "captured", reference: "CAP1" } },
    })

    it.each<[string, LineNow[], number, object[], [bigint, bigint]]>([
      ["are less by the goods that went", holding(shirt), 100.05, [], [0n, 100_05n]],
      ["are no less by more than that", holding(shirt), 150, [], [0n, 100_05n]],
      ["are less by a part", holding(shirt), 40, [], [0n, 40_00n]],
      ["are no less by goodwill", holding(shirt, book), 40, [], [0n, 0n]],
      [
        "are less by what a refund names first",
        holding(),
        150,
        [refundOf([{ id: 2, amount: "100.05" }])],
        [49_95n, 100_05n],
      ],
    ])("%s", async (_what, now, refunded, moves, [ofShirts, ofBook]) => {
      const history = {
        paymentHistory: { captured: [{ uuid: "CAP1", amount: 300.05 }] },
      }
      const scene = new Scene(atService("CAPTURED", [200, 100.05], { refunded, ...history }))
      Object.assign(scene, { now, moves })

      expect(await scene.lines()).toMatchObject([
        { id: "item_shirt", amountOre: 200_00n, creditedOre: ofShirts },
        { id: "item_book", amountOre: 100_05n, creditedOre: ofBook },
      ])
      expect(await scene.reserved()).toMatchObject({
        takenOre: 300_05n - ofShirts - ofBook,
        goodwillOre: BigInt(refunded * 100) - ofShirts - ofBook,
      })
    })

    it("have all of that be goodwill where they are not known", async () => {
      const scene = new Scene(atService("COMPLETED", [200, 100.05], { refunded: 40, charged: 2.5 }))
      scene.charges = [{ request: { body: {} } }]

      expect(await scene.reserved()).toEqual({
        lines: undefined,
        charged: [],
        takenOre: 302_55n,
        capturableOre: 0n,
        goodwillOre: 40_00n,
      })
    })
  })

  it("are less by what went and no invoice made up for, and so is what is taken", async () => {
    const scene = new Scene(atService("CAPTURED", [200, 100.05], { refunded: 150 }))
    const vest = { name: "Vest", rate: 60, tax: 25, amount: 60, quantity: 1 }
    const shirt = { id: "item_shirt", quantity: 1, ordered: 2, vatRate: 25, grossOre: 100_00n }
    const sold = { id: "item_vest", quantity: 1, ordered: 1, vatRate: 25, grossOre: 60_00n }
    scene.now = [shirt, sold] as unknown as LineNow[]
    const billed = sentLines({
      products: [vest],
      lines: [{ id: "item_vest", quantity: 1, gross: "60.00" }],
    })

    expect(await scene.reserved(billed)).toMatchObject({
      lines: [
        { id: "item_shirt", creditedOre: 100_00n },
        { id: "item_book", creditedOre: 50_00n },
      ],
      takenOre: 150_05n,
    })
    expect(await new Scene(atService("CAPTURED", [200, 100.05])).reserved()).toMatchObject({
      lines: [{ creditedOre: 0n }, { creditedOre: 0n }],
      takenOre: 300_05n,
    })
  })

  it.each<[string, object, bigint]>([
    ["was captured in part", atService("CAPTURED", [200, 0.05]), 100_00n],
    ["was captured", atService("CAPTURED", [200, 100.05]), 0n],
    ["was completed", atService("COMPLETED", [200, 0]), 0n],
    ["is in a status that is not known", atService("WHATEVER", [200, 0]), 100_05n],
  ])("may come to nothing as far as they are not captured, where that %s", async (...row) => {
    const [, answer, capturableOre] = row
    expect(await new Scene(answer).reserved()).toMatchObject({ capturableOre })
  })

  it("may all come to nothing before the customer confirmed it", async () => {
    const scene = new Scene()
    scene.records = [{ ...record, status: "SENT" }]

    expect(await scene.reserved()).toMatchObject({ takenOre: 300_05n, capturableOre: 300_05n })
  })

  it("are not known, but what they come to is, where they were charged elsewhere", async () => {
    const scene = new Scene(atService("COMPLETED", [200, 0], { charged: 2.5 }))
    scene.charges = [{ request: { body: {} } }]

    expect(await scene.reserved()).toEqual({
      lines: undefined,
      charged: [],
      takenOre: 202_50n,
      capturableOre: 0n,
      goodwillOre: 0n,
    })
  })

  it("have with them what was charged, which is of no item", async () => {
    const scene = new Scene(atService("COMPLETED", [200, 0], { charged: 2.5 }))
    const wrap = { name: "Gift wrap", rate: 2.5, tax: 25, amount: 2.5 }
    scene.charges = [{ request: { body: { products: [wrap] } } }]

    expect(await scene.lines()).toMatchObject([
      { id: "item_shirt", amountOre: 200_00n },
      { id: undefined, vatRate: 25, amountOre: 2_50n },
    ])
  })

  it.each<[string, number, object[], bigint[]]>([
    ["of the line that a refund names", 3, [{ id: 9, name: "Crate", amount: 5 }], [250n, 200n]],
    ["of what no refund names, from the first", 3, [], [450n]],
    ["all of it", 7.5, [], []],
  ])(
    "have with them what was charged and not given back: %s",
    async (_what, given, products, kept) => {
      const scene = new Scene(
        atService("COMPLETED", [200, 0], {
          charged: 7.5,
          paymentDetails: {
            reservedAmount: 300.05,
            capturedAmount: 200,
            chargedAmount: 7.5,
            amountRefunded: { fromCaptured: 0, fromCharge: given },
          },
          paymentHistory: { charged: [{ uuid: "CHA1", amount: 7.5, products }] },
        })
      )
      const wrap = { name: "Gift wrap", rate: 2.5, tax: 25, amount: 2.5 }
      const crate = { name: "Crate", rate: 5, tax: 25, amount: 5 }
      scene.charges = [{ request: { body: { products: [wrap, crate] } } }]
      scene.moves = [
        {
          id: "einvop_1",
          operation_id: "reservations.refund",
          state: "succeeded",
          attempt: 1,
          created_at: new Date(0),
          request: {
            body: {
              grandTotal: given,
              products: [{ id: 9, amount: "3.00" }],
              source: "charged",
              reference: "CHA1",
            },
          },
        },
      ]
      scene.now = [
        { id: "item_shirt", quantity: 2, ordered: 2, vatRate: 25, grossOre: 200_00n },
      ] as unknown as LineNow[]

      expect(await scene.reserved()).toMatchObject({
        lines: [{ id: "item_shirt", creditedOre: 0n }],
        charged: kept.map((amountOre) => ({ amountOre })),
        takenOre: 207_50n - BigInt(given * 100),
      })
    }
  )

  it("are those that the service lists, of no known item, of one that was made elsewhere", async () => {
    const scene = scened({ creation: undefined })

    expect(await scene.lines()).toMatchObject([
      { id: undefined, name: "2 x Shirt", productId: "SHIRT", vatRate: 25, amountOre: 200_00n },
      { id: undefined, name: "Book", vatRate: 0, amountOre: 100_05n },
    ])
  })

  it.each<[string, Scene]>([
    [
      "it was charged elsewhere as well",
      new Scene(atService("COMPLETED", [200, 0], { charged: 2.5 })),
    ],
    [
      "the service lists other lines",
      new Scene(atService("CAPTURED", [1, 1], { productList: [] })),
    ],
    [
      "they do not come to what is reserved",
      scened({ records: [{ ...record, status: "SENT", amount: "299" }] }),
    ],
    [
      "it was made elsewhere and the service does not say at which rates",
      scened(
        { creation: undefined },
        atService("RESERVED", [0, 0], { productList: [{ name: "All", amount: 300.05 }] })
      ),
    ],
  ])("are not known where %s", async (_what, scene) => {
    expect(await scene.lines()).toBeUndefined()
  })
})

function scened(
  set: Partial<Pick<Scene, "records" | "creation">>,
  answer = atService("RESERVED", [0, 0])
): Scene {
  return Object.assign(new Scene(answer), set)
}
