import type { LineNow } from "../../../mapping"
import { approvalKey } from "../../../modules/e-invoice/operations/operation"
import type { HeldOrder } from "../../../modules/e-invoice/orders/holds"
import type { FollowedOrder, SentRequest } from "../../../modules/e-invoice/orders/order-row"
import type { RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import {
  billedLinesOf,
  changeOfInvoices,
  changeOfOrder,
  invoicedLines,
  invoicesAsSent,
} from "../changed-order"
import { RefundScene } from "./refund-scene"

/** What was sent of items by their ids, at 149.00 a piece and 25% VAT. */
const sentOf = (items: Record<string, number>): SentRequest => ({
  products: Object.entries(items).map(([name, quantity]) => ({
    name,
    quantity,
    rate: 149,
    tax: 25,
    amount: 149 * quantity,
  })),
  lines: Object.entries(items).map(([id, quantity]) => ({
    id,
    quantity,
    gross: (149 * quantity).toFixed(2),
  })),
  orderSummary: { subTotal: 0, totalTax: 0, totalDiscount: 0, grandTotal: 0 },
  orderDate: "0",
})
/** The lines that the service made of it, numbered from there. */
const listedOf = ({ products }: SentRequest, first: number) =>
  products.map(({ name, quantity, amount }, index) => ({
    id: first + index,
    name,
    quantity: Number(quantity),
    amount: Number(amount),
  }))
const lineNow = (id: string, quantity: number, ordered = quantity): LineNow => ({
  id,
  name: id,
  productId: undefined,
  quantity,
  ordered,
  vatRate: 25,
  grossOre: 149_00n * BigInt(quantity),
})

type Row = { sent_request: SentRequest | null; payment_collection_id: string | null }

/** An order that is paid with two invoices: the first is of two mugs and a bowl, the second of a cup. */
class OrderScene extends RefundScene {
  readonly invoices = [
    this.invoice("einvord_1", { orderUuid: "ODR1", invoiceNumber: "2001" }),
    this.invoice("einvord_2", { orderUuid: "ODR2", invoiceNumber: "2002", grandTotal: "149.00" }),
  ]
  readonly created: Record<string, Row | undefined> = {
    einvord_1: { sent_request: sentOf({ mug: 2, bowl: 1 }), payment_collection_id: "paycol_1" },
    einvord_2: { sent_request: sentOf({ cup: 1 }), payment_collection_id: "paycol_2" },
  }
  holds: Partial<HeldOrder>[] = []

  constructor(readonly capturedStatuses: readonly string[] = ["PAID"]) {
    super()
    this.answers["orders.details"] = [
      () => {
        const { request } = this.calls.at(-1) as { request: { params: { order_uuid: string } } }
        const [id, first] =
          request.params.order_uuid === "ODR1" ? ["einvord_1", 1] : ["einvord_2", 11]
        const sent = this.created[id as string]?.sent_request
        return { productList: sent ? listedOf(sent, Number(first)) : [] }
      },
    ]
  }

  invoice(id: string, more: Partial<FollowedOrder>): FollowedOrder {
    return {
      id,
      state: "succeeded",
      status: "PAID",
      paid: true,
      grandTotal: "447.00",
      creditedTotal: "0",
      refundedTotal: "0",
      referenceNo: "1042",
      fulfillmentId: null,
      cancelRequestedAt: null,
      ...more,
    } as FollowedOrder
  }

  /** Of the second invoice. */
  become(more: Partial<FollowedOrder>): this {
    this.invoices[1] = this.invoice("einvord_2", { ...this.invoices[1], ...more })
    return this
  }

  override get dependencies() {
    const { orders, ...more } = super.dependencies
    return {
      ...more,
      options: { capturedStatuses: this.capturedStatuses },
      orders: {
        ...orders,
        statuses: { ofOrder: async (id: string) => (id === "order_1" ? this.invoices : []) },
        creations: { find: async (id: string) => this.created[id] },
        holds: { ofOrder: async (id: string) => (id === "order_1" ? this.holds : []) },
      },
    } as unknown as RefundScene["dependencies"]
  }

  change(lines: LineNow[], owedOre = 0n) {
    const sent = this.created.einvord_1?.sent_request
    const listed = sent ? listedOf(sent, 1) : []
    const now = { orderId: "order_1", markedPaidOre: 0n, owedOre, lines }
    return changeOfOrder(this.dependencies, { id: "einvord_1" }, now, { sent, listed })
  }

  get detailed() {
    return this.calls.map(({ operation, request }) => [operation, request])
  }
}

const [twoMugs, mug, bowl, cup] = [
  lineNow("mug", 2),
  lineNow("mug", 1),
  lineNow("bowl", 1),
  lineNow("cup", 1),
]
const MUG = { line: { id: "mug", serviceId: 1 }, quantity: 1, amountOre: 149_00n }
const refund = (id: string, values: Partial<RefundRow> = {}) => ({
  id,
  state: "in_doubt" as const,
  amount: "149.00",
  goods: [{ id: 1, amount: "149.00" }],
  ...values,
})

describe("what changed in an order, for a refund of one of its invoices", () => {
  it("is what went of it and of the others, and what came", async () => {
    const scene = new OrderScene()
    const tea = { ...lineNow("tea", 1), vatRate: 15 }

    expect(await scene.change([mug, bowl, tea], 298_00n)).toMatchObject({
      owedOre: 298_00n,
      besideOre: 0n,
      changed: { removed: [MUG], added: [{ id: "tea", amountOre: 149_00n }] },
      elsewhere: [{ invoice: "2002", amountOre: 149_00n }],
    })
    expect(scene.detailed).toEqual([["orders.details", { params: { order_uuid: "ODR2" } }]])
  })

  it("is nothing where all is as it was sent", async () => {
    expect(await new OrderScene().change([twoMugs, bowl, cup])).toEqual({
      owedOre: 0n,
      besideOre: 0n,
      changed: { removed: [], added: [] },
      elsewhere: [],
    })
  })

  it("is not known without the order, or what the invoice was made of", async () => {
    const { dependencies, calls } = new OrderScene()
    const now = { orderId: "order_1", markedPaidOre: 0n, owedOre: 0n, lines: [] }
    const known = { sent: sentOf({ mug: 1 }), listed: [] }
    const of = (...given: [typeof now | undefined, Parameters<typeof changeOfOrder>[3]]) =>
      changeOfOrder(dependencies, { id: "einvord_1" }, ...given)

    expect(await of(undefined, known)).toBeUndefined()
    expect(await of(now, { ...known, sent: null })).toBeUndefined()
    expect(await of(now, { ...known, sent: undefined })).toBeUndefined()
    expect(calls).toEqual([])
  })

  it("is off this invoice first, of an item that several bill", async () => {
    const scene = new OrderScene()
    scene.created.einvord_2 = { sent_request: sentOf({ mug: 1 }), payment_collection_id: null }

    expect(await scene.change([lineNow("mug", 2), bowl], 149_00n)).toMatchObject({
      changed: { removed: [MUG] },
      elsewhere: [],
    })
    expect(await scene.change([bowl], 447_00n)).toMatchObject({
      changed: { removed: [{ ...MUG, quantity: 3, amountOre: 298_00n }] },
      elsewhere: [{ invoice: "2002", amountOre: 149_00n }],
    })
  })

  it.each<[string, Partial<FollowedOrder>, string[], bigint | undefined]>([
    ["what went", {}, ["PAID"], 149_00n],
    ["what is left of it", { refundedTotal: "49.00" }, ["PAID"], 100_00n],
    ["nothing where nothing is left", { refundedTotal: "149.00" }, ["PAID"], undefined],
    ["nothing where all was refunded", { status: "REFUNDED" }, ["PAID"], undefined],
    ["nothing before it is paid", { status: "INVOICED", paid: false }, ["PAID"], undefined],
    ["what went once captured", { status: "INVOICED", paid: false }, ["INVOICED"], 149_00n],
  ])("keeps of another invoice %s", async (_what, more, captured, amountOre) => {
    const scene = new OrderScene(captured).become(more)

    expect((await scene.change([twoMugs, bowl], 149_00n))?.elsewhere).toEqual(
      amountOre === undefined ? [] : [{ invoice: "2002", amountOre }]
    )
  })

  it("keeps of another invoice what goes beyond what came at its rate", async () => {
    const tea = { ...lineNow("tea", 1), grossOre: 49_00n }

    expect((await new OrderScene().change([twoMugs, bowl, tea]))?.elsewhere).toEqual([
      { invoice: "2002", amountOre: 100_00n },
    ])
  })

  it.each<[string, Partial<FollowedOrder>, string]>([
    ["its number", {}, "2002"],
    ["its order's", { invoiceNumber: null }, "1042"],
    ["its id", { invoiceNumber: null, referenceNo: null } as never, "einvord_2"],
  ])("names another invoice by %s", async (_what, more, name) => {
    const scene = new OrderScene().become(more)

    expect((await scene.change([twoMugs, bowl], 149_00n))?.elsewhere).toEqual([
      { invoice: name, amountOre: 149_00n },
    ])
  })

  describe("while a refund is not counted in Medusa yet", () => {
    const asBefore = { owedOre: 200_00n, besideOre: 51_00n, removed: 1 }

    it.each<[string, Partial<RefundRow>, typeof asBefore]>([
      ["of goods that went", {}, { owedOre: 51_00n, besideOre: 51_00n, removed: 0 }],
      [
        "of goods, and beside",
        { amount: "180.00" },
        { owedOre: 20_00n, besideOre: 20_00n, removed: 0 },
      ],
      ["of more than is owed", { amount: "250.00" }, { owedOre: 0n, besideOre: 0n, removed: 0 }],
      [
        "of no goods",
        { amount: "31.00", goods: [] },
        { owedOre: 169_00n, besideOre: 20_00n, removed: 1 },
      ],
      [
        "of unknown goods",
        { amount: "31.00", goods: null },
        { owedOre: 169_00n, besideOre: 20_00n, removed: 1 },
      ],
      ["that is rejected", { state: "rejected" }, asBefore],
      [
        "that is counted",
        { state: "succeeded" },
        { owedOre: 200_00n, besideOre: 200_00n, removed: 0 },
      ],
      [
        "that is a credit",
        { purpose: "credit" },
        { owedOre: 200_00n, besideOre: 200_00n, removed: 0 },
      ],
    ])("%s, is without it", async (_what, values, { owedOre, besideOre, removed }) => {
      const scene = new OrderScene()
      scene.refunds.add(refund("ref_1", values))
      const change = await scene.change([mug, bowl, cup], 200_00n)

      expect(change).toMatchObject({ owedOre, besideOre })
      expect(change?.changed.removed).toHaveLength(removed)
    })

    it.each(["einvord_1", "einvord_2"])(
      "of %s, which awaits approval, is without it",
      async (id) => {
        const scene = new OrderScene()
        const messageKey = "refundRejectionForWeeklyThresholdExceed"
        const failure = { kind: "conflict", message: "", at: "", messageKey }
        const goods = id === "einvord_1" ? refund("ref_1").goods : [{ id: 11, amount: "149.00" }]
        scene.refunds.add({
          ...refund("ref_1"),
          e_invoice_order_id: id,
          state: "rejected",
          failure,
          goods,
        })
        const now = id === "einvord_1" ? [mug, bowl, cup] : [twoMugs, bowl]

        expect(await scene.change(now, 149_00n)).toMatchObject({ owedOre: 149_00n })
        scene.approvals.set(approvalKey("ref_1"), { state: "succeeded" })
        expect(await scene.change(now, 149_00n)).toMatchObject({ owedOre: 0n, elsewhere: [] })
      }
    )
  })

  describe("while something waits for its parcel", () => {
    const waits = { shopper_data_id: "einvsh_1", attention: null }
    const ended = { shopper_data_id: null, attention: null }

    it.each<[string, Partial<HeldOrder>[], boolean]>([
      ["a hold that can be billed", [ended, waits], true],
      ["an expired one", [{ ...ended, attention: "hold_expired" }], true],
      ["an ended one alone", [ended], false],
      ["none", [], false],
    ])("with %s, has nothing added: %p", async (_what, holds, isWaiting) => {
      const scene = new OrderScene()
      scene.holds = holds
      const change = await scene.change([twoMugs, bowl, cup, lineNow("tea", 1)])

      expect(change?.changed.added).toHaveLength(isWaiting ? 0 : 1)
    })

    it("is what went of what was billed, not of what waits", async () => {
      const scene = new OrderScene()
      const now = [lineNow("mug", 2, 3), bowl, cup]

      expect((await scene.change(now))?.changed.removed).toEqual([])
      scene.holds = [waits]
      expect((await scene.change(now))?.changed.removed).toMatchObject([MUG])
    })
  })
})

describe("what waits for no parcel", () => {
  const billed = async (more: Partial<FollowedOrder>, row?: Row | null) => {
    const scene = new OrderScene().become(more)
    if (row !== undefined) {
      scene.created.einvord_2 = row ?? undefined
    }
    const lines = await billedLinesOf(scene.dependencies, scene.invoices.slice(1))
    return lines.map(({ id }) => id)
  }

  it.each<[Partial<FollowedOrder>, boolean]>([
    [{}, true],
    [{ status: "SENT" }, true],
    [{ status: "CANCELLED" }, false],
    [{ status: "REFUNDED" }, false],
    [{ status: "CANCELLED", fulfillmentId: "ful_1" }, true],
    [{ state: "in_doubt", status: "SENT" }, false],
    [{ state: "in_doubt", fulfillmentId: "ful_1" }, false],
  ])("is what an invoice bills of %j: %p", async (more, is) => {
    expect(await billed(more)).toStrictEqual(is ? ["cup"] : [])
  })

  it("is nothing of an invoice of which it is not known what it was made of", async () => {
    expect(await billed({}, { sent_request: null, payment_collection_id: null })).toStrictEqual([])
    expect(await billed({}, null)).toStrictEqual([])
  })
})

describe("what changed in an order, of all its invoices", () => {
  const changes = (scene: OrderScene, lines: LineNow[]) =>
    changeOfInvoices(
      scene.dependencies,
      { orderId: "order_1", markedPaidOre: 0n, owedOre: 0n, lines },
      scene.invoices
    )

  it("names the invoice of each line", async () => {
    const scene = new OrderScene()
    const change = await changes(scene, [mug, bowl, lineNow("tea", 1)])

    expect(change?.asSent).toMatchObject([
      { id: "mug", invoiceId: "einvord_1", serviceId: 1 },
      { id: "bowl", invoiceId: "einvord_1", serviceId: 2 },
      { id: "cup", invoiceId: "einvord_2", serviceId: 11 },
    ])
    expect(change?.changed).toMatchObject({
      removed: [
        { line: { invoiceId: "einvord_1" }, amountOre: 149_00n },
        { line: { invoiceId: "einvord_2" }, amountOre: 149_00n },
      ],
      added: [{ id: "tea" }],
    })
    expect(scene.detailed).toEqual([
      ["orders.details", { params: { order_uuid: "ODR1" } }],
      ["orders.details", { params: { order_uuid: "ODR2" } }],
    ])
  })

  it("is without what was refunded, and what waits", async () => {
    const scene = new OrderScene()
    scene.refunds.add(refund("ref_1"))
    scene.holds = [{ shopper_data_id: "einvsh_1", attention: null }]

    expect((await changes(scene, [mug, bowl, lineNow("tea", 1)]))?.changed).toMatchObject({
      removed: [{ line: { id: "cup" } }],
      added: [],
    })
  })

  it.each<[string, (scene: OrderScene) => void]>([
    ["was not created", (scene) => (scene.created.einvord_2 = undefined)],
    [
      "was made of nothing that is known",
      (scene) => (scene.created.einvord_2 = { sent_request: null, payment_collection_id: null }),
    ],
    ["has no number", (scene) => scene.become({ orderUuid: null })],
  ])("is not known where one of them %s", async (_what, set) => {
    const scene = new OrderScene()
    set(scene)

    expect(await changes(scene, [])).toBeUndefined()
    expect(scene.calls).toHaveLength(1)
  })
})

describe("the invoices of an order, as they were sent", () => {
  const names = async (
    scene: OrderScene,
    except: Parameters<typeof invoicesAsSent>[2] = {},
    counts?: Parameters<typeof invoicesAsSent>[3]
  ) => (await invoicesAsSent(scene.dependencies, "order_1", except, counts)).map(({ name }) => name)

  it("are each with its lines, its refunds, and what is left of it", async () => {
    const scene = new OrderScene()
    scene.refunds.add({ ...refund("ref_2"), e_invoice_order_id: "einvord_2" })

    expect(await invoicesAsSent(scene.dependencies, "order_1", { id: "einvord_1" })).toMatchObject([
      {
        name: "2002",
        refundableOre: 149_00n,
        sent: { products: [{ name: "cup" }] },
        listed: [{ id: 11, name: "cup" }],
        refunds: [{ id: "ref_2" }],
      },
    ])
  })

  it("are without the one that is left out", async () => {
    expect(await names(new OrderScene())).toEqual(["2001", "2002"])
    expect(await names(new OrderScene(), { id: "einvord_2" })).toEqual(["2001"])
    expect(await names(new OrderScene(), { collectionId: "paycol_1" })).toEqual(["2002"])
  })

  it("are those that count: if nothing else is said, those that bill lines", async () => {
    const scene = new OrderScene().become({ status: "CANCELLED" })

    expect(await names(scene)).toEqual(["2001"])
    expect(await names(scene, {}, async (_of, { status }) => status === "CANCELLED")).toEqual([
      "2002",
    ])
  })

  it("are without those of which that is not known", async () => {
    const scene = new OrderScene().become({ orderUuid: null })
    scene.created.einvord_1 = { sent_request: null, payment_collection_id: null }
    expect(await names(scene)).toEqual([])

    scene.created.einvord_1 = undefined
    expect(await names(scene)).toEqual([])
    expect(scene.calls).toEqual([])
  })
})

describe("the lines of an invoice", () => {
  const sent = sentOf({ mug: 2, bowl: 1 })
  const refunds = [{ ...refund("ref_1"), purpose: "refund" as const }]

  it("have the service's numbers, and what was refunded of their goods", () => {
    expect(invoicedLines({ sent, listed: listedOf(sent, 1), refunds })).toMatchObject([
      { id: "mug", serviceId: 1, creditedOre: 149_00n },
      { id: "bowl", serviceId: 2, creditedOre: 0n },
    ])
  })

  it("have none where the service lists them otherwise", () => {
    expect(invoicedLines({ sent, listed: [], refunds })).toMatchObject([
      { id: "mug", serviceId: undefined, creditedOre: 0n },
      { id: "bowl", serviceId: undefined, creditedOre: 0n },
    ])
  })
})
