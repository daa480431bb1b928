import { OperationDisabledError, type OperationId, UnavailableError } from "../../../connect"
import type { AnyRequest } from "../../../modules/e-invoice/operations/operation"
import { details, failing, HOUR, OperationScene, refundOf } from "./operation-scene"

type Kind = "reservation" | "subscription" | "order"

let scene: OperationScene

beforeEach(() => {
  scene = new OperationScene()
  scene.showNoRefunds()
})

const refundsOf = (amount: string): Record<Kind, [OperationId, AnyRequest]> => ({
  reservation: ["reservations.refund", refundOf(amount)],
  subscription: [
    "subscriptions.refund-cycle",
    { params: { subscriptionUuid: "SUB1" }, body: { cycles: ["Cycle 1"], amount } },
  ],
  order: [
    "orders.refund",
    {
      params: { order_uuid: "ODR1" },
      body: { type: "regular", grandTotal: amount, products: [{ id: 1, amount }] },
    },
  ],
})

/** Has the service show so much as refunded in all. */
const show = (kind: Kind, amount: number | "some") => {
  const named = amount === "some" ? undefined : amount
  const shown: Record<Kind, [OperationId, unknown]> = {
    reservation: [
      "reservations.details",
      {
        status: "CAPTURED",
        productList: [],
        paymentDetails: { amountRefunded: { fromCaptured: named, fromCharge: 0 } },
      },
    ],
    subscription: [
      "subscriptions.details",
      { status: "ONGOING", subscriptionCycles: [{ isRefunded: true, refundedAmount: named }] },
    ],
    order: ["orders.status", { status: "PARTIAL REFUNDED", refundedAmount: named }],
  }
  const [id, answer] = shown[kind]
  scene.answers[id] = answer
}

const refund = async (
  kind: Kind,
  { amount = "100.00", ...intent }: { amount?: string; repeatConfirmed?: boolean } = {}
) => {
  const [id, request] = refundsOf(amount)[kind]
  scene.answers[id] = null
  return scene.prepare(id, request, intent)
}

describe.each<Kind>(["reservation", "subscription", "order"])("a refund of a %s", (kind) => {
  const [id] = refundsOf("1.00")[kind]

  it("is confirmed where the service shows one that was not sent from here", async () => {
    show(kind, 100)
    const row = await refund(kind)

    expect(await failing(scene.perform(row))).toMatchObject({ code: "confirm_repeat" })
    expect(scene.journal.get(row.id)).toMatchObject({ state: "rejected" })
    expect(scene.sent(id)).toBe(0)
  })

  it("is sent where that was confirmed", async () => {
    show(kind, 100)

    await scene.perform(await refund(kind, { repeatConfirmed: true }))
    expect(scene.sent(id)).toBe(1)
  })

  it("is sent where all that is shown was sent from here", async () => {
    await scene.perform(await refund(kind))
    show(kind, 100)

    await scene.perform(await refund(kind, { amount: "50.00" }))
    expect(scene.sent(id)).toBe(2)
  })

  it("is confirmed where more is shown than was sent from here", async () => {
    await scene.perform(await refund(kind))
    show(kind, 150)

    const again = await refund(kind, { amount: "50.00" })
    expect(await failing(scene.perform(again))).toMatchObject({ code: "confirm_repeat" })
  })

  it("is not sent where the service cannot say", async () => {
    const reading = {
      reservation: "reservations.details",
      subscription: "subscriptions.details",
      order: "orders.status",
    } as const
    scene.answers[reading[kind]] = new UnavailableError(details)
    const row = await refund(kind)

    await failing(scene.perform(row))
    expect(scene.journal.get(row.id)).toMatchObject({ state: "rejected" })
    expect(scene.sent(id)).toBe(0)
  })
})

it.each<Kind>(["subscription", "order"])(
  "a refund of a %s is confirmed where one is shown without its amount",
  async (kind) => {
    show(kind, "some")

    expect(await failing(scene.perform(await refund(kind)))).toMatchObject({
      code: "confirm_repeat",
    })
  }
)

it("asks for the approval of a reservation's refund only when that is confirmed, too", async () => {
  show("reservation", 100)
  const row = await scene.prepare("refunds.request-approval", {
    params: { order_uuid: "RES1" },
    body: {
      ...(refundOf("100.00").body as object),
      message: "refundRejectionForWeeklyThresholdExceed",
    },
  })

  expect(await failing(scene.perform(row))).toMatchObject({ code: "confirm_repeat" })
})

it("is sent where the store switched off what would show a refund", async () => {
  scene.answers["orders.status"] = new OperationDisabledError("orders.status")

  await scene.perform(await refund("order"))
  expect(scene.sent("orders.refund")).toBe(1)
})

describe.each<[Kind, Kind]>([
  ["subscription", "order"],
  ["order", "subscription"],
])(
  "a refund (%s) whose cycle's money may have gone back through the other door (%s)",
  (kind, other) => {
    const [id] = refundsOf("1.00")[kind]
    const asked = async (amount: string) => {
      const row = await refund(kind, { amount })
      return failing(scene.perform(row))
    }

    it("is confirmed where the service may not show the other one yet", async () => {
      await scene.perform(await refund(other))
      scene.clock.pass(29 * 24 * HOUR)

      expect(await asked("100.00")).toMatchObject({ code: "confirm_repeat" })
      expect(scene.sent(id)).toBe(0)
      await scene.perform(await refund(kind, { repeatConfirmed: true }))
      expect(scene.sent(id)).toBe(1)
    })

    it("is confirmed while the other one is in doubt, whatever its amount", async () => {
      await scene.doubtful(...refundsOf("30.00")[other])

      expect(await asked("100.00")).toMatchObject({ code: "confirm_repeat" })
    })

    it("is sent beside another amount, and after a month", async () => {
      await scene.perform(await refund(other))
      await scene.perform(await refund(kind, { amount: "30.00" }))
      scene.clock.pass(31 * 24 * HOUR)
      await scene.perform(await refund(kind))
      expect(scene.sent(id)).toBe(2)
    })

    it("is sent where the order was made from here, which is no cycle's", async () => {
      scene.records.add({ kind: "order", remote_uuid: "ODR1", created_by_operation: "einvop_9" })
      await scene.doubtful(...refundsOf("100.00")[other])

      await scene.perform(await refund(kind))
      expect(scene.sent(id)).toBe(1)
    })
  }
)
