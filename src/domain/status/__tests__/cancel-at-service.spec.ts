import {
  ConflictError,
  OperationDisabledError,
  RefusedError,
  UnauthorisedError,
} from "../../../connect"
import type { CreditOutcome } from "../../refunds/send-credit"
import { awaitsCancellation, cancelAtService, type CancelDependencies } from "../cancel-at-service"
import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import type { judgeStatus, LastingStatus } from "../../../modules/e-invoice/orders/order-status"

const details = {
  operationId: "orders.cancel",
  message: "Not so.",
  advice: "Look.",
}

/** An order as it is known, and a service that answers every cancellation with an error, if it has one. */
class Scene {
  readonly acts: string[] = []
  readonly cancellations: unknown[] = []
  readonly told: object[] = []
  /** What was stored of the order's status: the status, who looked. */
  readonly stored: [string, string][] = []
  private order: FollowedOrder

  constructor(
    known: LastingStatus,
    private readonly error: Error | undefined,
    /** What the service says the order is; undefined when it cannot be asked. */
    private readonly now: string | Error | undefined,
    more: Partial<FollowedOrder> = {}
  ) {
    this.order = {
      id: "einvord_1",
      state: "succeeded",
      orderUuid: "ODR1",
      status: known,
      storedStatus: known,
      grandTotal: "398",
      creditedTotal: "0",
      paid: false,
      paidAt: null,
      ...more,
    } as FollowedOrder
  }

  cancel(more: Partial<Parameters<typeof cancelAtService>[2]> = {}) {
    return cancelAtService(this.dependencies(), this.order, {
      note: "Cancelled in the store",
      actor: "medusa",
      ...more,
    })
  }

  private dependencies() {
    const act =
      (name: string) =>
      async (_id: string, ...flags: unknown[]) => {
        this.acts.push([name, ...flags].join(" "))
      }
    const tell = async (entry: object) => {
      this.told.push(entry)
      return true
    }
    const statuses = {
      find: async () => this.order,
      advance: async (_: unknown, to: ReturnType<typeof judgeStatus>, by: string) => {
        this.stored.push([String(to.status), by])
        this.order = { ...this.order, ...to }
        return true
      },
      requestCancellation: act("request"),
      cancellationSettled: act("settle"),
      flag: act("flag"),
      unflag: act("unflag"),
      lookWithin: act("look again"),
      tryAgain: async ({ id }: FollowedOrder) => void this.acts.push(`try again ${id}`),
    }
    return {
      orders: { statuses },
      connect: { call: async (...asked: [string, unknown, unknown?]) => this.answer(...asked) },
      timeline: { record: tell, recordOnce: tell },
      inbox: { parametersOf: async () => [] },
      events: { emit: async () => undefined },
      options: {},
    } as unknown as CancelDependencies
  }

  private answer(operationId: string, request: unknown, options?: unknown) {
    if (operationId === "orders.cancel") {
      this.cancellations.push([request, options])
      if (this.error) {
        throw this.error
      }
    }
    if (this.now === undefined || this.now instanceof Error) {
      throw this.now ?? new UnauthorisedError(details)
    }
    return { data: { uuid: "ODR1", status: this.now }, httpStatus: 200 }
  }
}

const conflict = new ConflictError(details)

it.each([
  ["conflicts", conflict],
  ["does not take the request", new RefusedError(details)],
  ["is not asked", new OperationDisabledError("orders.cancel")],
])(
  "an expired order whose cancellation %s is left to be cancelled later, and flagged",
  async (_how, error) => {
    const scene = new Scene("EXPIRED", error, "EXPIRED")

    expect(await scene.cancel()).toEqual({ outcome: "expired" })
    expect(scene.acts).toEqual(["request", "flag cancel_failed"])
  }
)

it("an expired order that turns out to be paid is refused", async () => {
  const scene = new Scene("EXPIRED", conflict, "PAID")

  expect(await scene.cancel()).toMatchObject({ outcome: "refused" })
  expect(scene.acts).toEqual(["request", "settle"])
})

it("an expired order of which the service does not say what it is now is not taken for expired", async () => {
  const scene = new Scene("EXPIRED", conflict, undefined)

  expect(await scene.cancel()).toMatchObject({ outcome: "refused" })
})

it.each([
  ["an expired order", "EXPIRED", new UnauthorisedError(details)],
  ["an order that did not expire", "SENT", new RefusedError(details)],
] as const)(
  "the request to cancel %s stands when nothing is known of the outcome",
  async (_what, known, error) => {
    const scene = new Scene(known, error, known)

    await expect(scene.cancel()).rejects.toBe(error)
    expect(scene.acts).toEqual(["request", "flag cancel_failed", "try again einvord_1"])
    expect(scene.told).toContainEqual({
      eInvoiceOrderId: "einvord_1",
      actor: "medusa",
      action: "cancel",
      outcome: "failed",
      detail: { message: expect.any(String), kind: error.kind },
    })
  }
)

it("a failure of its own stands, too, and is told without a kind", async () => {
  const bug = new TypeError("a bug")
  const scene = new Scene("SENT", bug, "SENT")

  await expect(scene.cancel()).rejects.toBe(bug)
  expect(scene.acts).toContain("flag cancel_failed")
  expect(scene.told).toMatchObject([{ outcome: "failed", detail: { message: "a bug" } }])
  expect(scene.told[0]).not.toHaveProperty("detail.kind")
})

it("lets a failure of its own through that comes up while it asks what a refused order is", async () => {
  const bug = new TypeError("a bug")

  await expect(new Scene("SENT", conflict, bug).cancel()).rejects.toBe(bug)
})

it("an order that the service cancelled itself is cancelled, and flagged no longer", async () => {
  const scene = new Scene("SENT", conflict, "CANCELLED")

  expect(await scene.cancel()).toEqual({ outcome: "cancelled" })
  expect(scene.acts).toEqual(["request", "unflag cancel_failed"])
  expect(scene.stored).toEqual([["CANCELLED", "payment"]])
})

it("an order that is no conflict but turns out not to have expired stays wanted", async () => {
  const error = new RefusedError(details)
  const scene = new Scene("EXPIRED", error, "PAID")

  await expect(scene.cancel()).rejects.toBe(error)
  expect(scene.acts).toContain("flag cancel_failed")
})

it("tells a merchant why, and with the service's own word", async () => {
  const error = new ConflictError({ ...details, messageKey: "orderIsPaid" })
  const scene = new Scene("SENT", error, "PAID")

  expect(await scene.cancel()).toEqual({
    outcome: "refused",
    why: `${error.message} ${error.advice}`,
    messageKey: "orderIsPaid",
  })
  expect(scene.told).toContainEqual({
    eInvoiceOrderId: "einvord_1",
    actor: "medusa",
    action: "cancel",
    outcome: "refused",
    detail: { message: error.message, message_key: "orderIsPaid" },
  })
})

it.each<[Partial<FollowedOrder>, boolean]>([
  [{ cancelRequestedAt: null, status: "SENT" }, false],
  [{ cancelRequestedAt: new Date(), status: "SENT" }, true],
  [{ cancelRequestedAt: new Date(), status: "CANCELLED" }, false],
  [{ cancelRequestedAt: new Date(), status: "PAID" }, true],
  [{ cancelRequestedAt: new Date(), status: "REFUNDED" }, false],
])("of %p it awaits a cancellation: %p", (order, awaits) => {
  expect(awaitsCancellation({ cancelRequestedAt: null, status: "SENT", ...order })).toBe(awaits)
})

it("asks for nothing of a cancelled order", async () => {
  const scene = new Scene("CANCELLED", conflict, "CANCELLED")

  expect(await scene.cancel()).toEqual({ outcome: "cancelled" })
  expect(scene.acts).toEqual([])
})

it("cancels an order, with the reason and in the time that is given", async () => {
  const request = {
    params: { order_uuid: "ODR1" },
    body: { cancellationNote: "Cancelled in the store" },
  }
  const scene = new Scene("SENT", undefined, "CANCELLED")

  expect(await scene.cancel({ budgetMs: 700 })).toEqual({ outcome: "cancelled" })
  expect(scene.cancellations).toEqual([[request, { budgetMs: 700 }]])
  expect(scene.acts).toEqual([
    "request",
    "unflag cancel_failed invoiced_after_cancel order_missing",
    "look again 120000",
  ])
  expect(scene.stored).toEqual([["CANCELLED", "payment"]])
  expect(scene.told[0]).toEqual({
    eInvoiceOrderId: "einvord_1",
    actor: "medusa",
    action: "cancel",
    outcome: "done",
    detail: { note: "Cancelled in the store" },
  })

  const unhurried = new Scene("SENT", undefined, "CANCELLED")
  await unhurried.cancel()
  expect(unhurried.cancellations).toEqual([[request, {}]])
})

it("writes the intent down only once it was carried out where the caller asks again itself", async () => {
  const refused = new Scene("SENT", conflict, "PAID")
  expect(await refused.cancel({ isAskedAgain: true })).toMatchObject({ outcome: "refused" })
  expect(refused.acts).not.toContain("request")

  const done = new Scene("SENT", undefined, "CANCELLED")
  await done.cancel({ isAskedAgain: true })
  expect(done.acts.filter((act) => act === "request")).toHaveLength(1)
})

it.each<[string, Partial<FollowedOrder>, string, string[]]>([
  ["a creation that was rejected", { state: "rejected" }, "nothing-there", []],
  ["a creation in doubt", { state: "in_doubt" }, "creation-open", ["request"]],
  ["a creation without an order", { orderUuid: null }, "creation-open", ["request"]],
  ["an unpaid order that was credited", { status: "CREDITED" }, "cancelled", []],
])("asks the service nothing for %s", async (_what, order, outcome, acts) => {
  const scene = new Scene("SENT", conflict, undefined, order)

  expect(await scene.cancel()).toEqual({ outcome })
  expect(scene.acts).toEqual(acts)
  expect(scene.cancellations).toEqual([])
})

it("asks the service for a paid order that was refunded, which refuses it", async () => {
  const scene = new Scene("REFUNDED", conflict, "REFUNDED", { paid: true })

  expect(await scene.cancel()).toMatchObject({ outcome: "refused" })
  expect(scene.cancellations).toHaveLength(1)
})

it("asks the service nothing for one whose customer paid, and of which all was credited and refunded", async () => {
  const scene = new Scene("REFUNDED", conflict, "REFUNDED", { paid: true, creditedTotal: "398" })

  expect(await scene.cancel()).toEqual({ outcome: "cancelled" })
  expect(scene.cancellations).toEqual([])
})

describe("an order that the service does not cancel, as a part was credited", () => {
  const credited = { creditedTotal: "100" }

  it.each<[string, LastingStatus, Partial<FollowedOrder>, CreditOutcome, boolean, string]>([
    ["unpaid: the rest is credited", "PARTIAL REFUNDED", credited, "credited", true, "cancelled"],
    ["unpaid, whose rest is not", "PARTIAL REFUNDED", credited, "refused", true, "refused"],
    ["paid", "PARTIAL REFUNDED", { ...credited, paid: true }, "credited", false, "refused"],
    ["by the portal alone", "PARTIAL REFUNDED", { creditedTotal: "0" }, "refused", true, "refused"],
    ["invoiced", "INVOICED", credited, "credited", false, "refused"],
    ["credited whole meanwhile", "CREDITED", credited, "open", false, "cancelled"],
  ])("is, %s", async (_how, now, order, outcome, isAsked, expected) => {
    const scene = new Scene("INVOICED", conflict, now, order)
    const creditRest = jest.fn(() => Promise.resolve(outcome))

    expect(await scene.cancel({ creditRest })).toMatchObject({ outcome: expected })
    expect(creditRest).toHaveBeenCalledTimes(isAsked ? 1 : 0)
    expect(scene.acts).toContain("settle")
    expect(scene.acts.includes("unflag cancel_failed")).toBe(expected === "cancelled")
  })

  it("is refused where nothing credits the rest", async () => {
    const scene = new Scene("INVOICED", conflict, "PARTIAL REFUNDED", credited)

    expect(await scene.cancel()).toMatchObject({ outcome: "refused" })
  })
})
