import type { LineNow } from "../../../mapping"
import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import { OWED_ELSEWHERE } from "../refund-parts"
import type { RefundRequest } from "../refund-request"
import { sendRefund } from "../send-refund"
import { ofMedusa, RefundScene } from "./refund-scene"

const product = (name: string, amount: number) => ({
  name,
  quantity: 1,
  rate: amount,
  tax: 25,
  amount,
})
const lineNow = (id: string, grossOre: bigint): LineNow => ({
  id,
  name: id,
  productId: undefined,
  quantity: 1,
  ordered: 1,
  vatRate: 25,
  grossOre,
})
const sentOf = (...lines: [id: string, name: string, amount: number][]) => ({
  products: lines.map(([, name, amount]) => product(name, amount)),
  lines: lines.map(([id, , amount]) => ({ id, quantity: 1, gross: amount.toFixed(2) })),
})
const [mugNow, bowl, cup] = [
  lineNow("mug", 149_00n),
  lineNow("bowl", 199_70n),
  lineNow("cup", 149_00n),
]
const mug = { id: 1, amount: "149.00" }

/** Of a mug and a bowl; a cup has an invoice of its own. */
class ChangedScene extends RefundScene {
  constructor(readonly ofCup: Partial<FollowedOrder> = {}) {
    super()
  }

  override get dependencies() {
    const { orders, ...more } = super.dependencies
    const beside = {
      id: "einvord_2",
      orderUuid: "ODR2",
      state: "succeeded",
      status: "PAID",
      paid: true,
      invoiceNumber: "2002",
      grandTotal: "149.00",
      creditedTotal: "0",
      refundedTotal: "0",
      ...this.ofCup,
    }
    const sent = sentOf(["mug", "Mug", 149], ["bowl", "Bowl", 199.7])
    const find = async (id: string) => ({
      sent_request: id === "einvord_1" ? sent : sentOf(["cup", "Cup", 149]),
      payment_collection_id: null,
    })
    const statuses = Object.assign(orders.statuses, { ofOrder: async () => [beside] })
    return {
      ...more,
      options: { capturedStatuses: ["PAID"] },
      orders: { ...orders, statuses, creations: { find } },
    } as unknown as RefundScene["dependencies"]
  }

  /** While Medusa holds these, and owes so much. */
  send(lines: LineNow[], owedOre: bigint, more: Partial<RefundRequest>) {
    const orderNow = { orderId: "order_1", markedPaidOre: 0n, owedOre, lines }
    return sendRefund(this.dependencies, this.order, ofMedusa({ orderNow, ...more }))
  }
}

describe("a refund of an order that changed since it was sent", () => {
  it("asks for what is owed of the goods that went, without a confirmation", async () => {
    const scene = new ChangedScene()
    scene.refunds.add({ amount: "10.00", refund_id: "ref_before", updated_at: new Date() })
    scene.inMedusa.add("ref_before")

    await expect(scene.send([bowl, cup], 149_00n, { amountOre: 149_01n })).rejects.toMatchObject({
      code: "confirm_repeat",
    })
    expect(await scene.send([bowl, cup], 149_00n, { amountOre: 149_00n })).toBe("sent")
    expect(scene.asked).toMatchObject([{ grandTotal: "149.00", products: [mug] }])
    expect(scene.refunds.rows[1]).toMatchObject({ goods: [mug] })
  })

  it("asks for nothing of a line that the service added by itself", async () => {
    const scene = new ChangedScene()
    scene.answers["orders.details"] = [
      {
        status: "PAID",
        productList: [
          { id: 1, name: "Mug", quantity: 1, amount: 149 },
          { id: 2, name: "Bowl", quantity: 1, amount: 199.7 },
          { id: 3, name: "Fee", quantity: 1, amount: 50 },
        ],
      },
    ]

    await scene.send([mugNow, bowl, cup], 0n, {})
    expect(scene.asked).toMatchObject([{ products: [{ id: 1 }, { id: 2 }] }])
  })

  it("leaves goods of another invoice to that, unless Medusa cancels the order", async () => {
    const scene = new ChangedScene()

    await expect(scene.send([bowl], 298_00n, { amountOre: 348_70n })).rejects.toMatchObject({
      code: OWED_ELSEWHERE,
    })
    expect(scene.refunds.rows).toEqual([])
    expect(await scene.send([bowl], 298_00n, { amountOre: 348_70n, isCancelling: true })).toBe(
      "sent"
    )
    expect(scene.refunds.rows).toMatchObject([{ goods: [mug, { id: 2, amount: "149.00" }] }])
  })

  it("takes goodwill for no goods that went of an unpaid invoice, unless Medusa cancels", async () => {
    const goodsOf = async (isCancelling: boolean) => {
      const scene = new ChangedScene({ status: "INVOICED", paid: false })
      await scene.send([mugNow, bowl], 149_00n, { isCancelling })
      return scene.refunds.rows[0]?.goods
    }

    expect(await goodsOf(false)).toEqual([])
    expect(await goodsOf(true)).toEqual([
      { id: 1, amount: "42.73" },
      { id: 2, amount: "57.27" },
    ])
  })
})
