import {
  ConflictError,
  type ConnectError,
  OperationDisabledError,
  RefusedError,
  UnauthorisedError,
} from "../../../connect"
import { cancelAtService, type CancelDependencies } from "../cancel-at-service"
import type { FollowedOrder } from "../../../modules/e-invoice/orders/order-row"
import type { judgeStatus, LastingStatus } from "../../../modules/e-invoice/orders/order-status"

const details = {
  operationId: "orders.cancel",
  message: "Not so.",
  advice: "Look.",
}

/** An order as it is known, and a service that answers every cancellation with an error. */
class Scene {
  readonly acts: string[] = []
  private order: FollowedOrder

  constructor(
    known: LastingStatus,
    private readonly error: ConnectError,
    /** What the service says the order is; undefined when it cannot be asked. */
    private readonly now: string | undefined
  ) {
    this.order = {
      id: "einvord_1",
      state: "succeeded",
      orderUuid: "ODR1",
      status: known,
      storedStatus: known,
      paid: false,
      paidAt: null,
    } as FollowedOrder
  }

  cancel() {
    return cancelAtService(this.dependencies(), this.order, {
      note: "Cancelled in the store",
      actor: "medusa",
    })
  }

  private dependencies() {
    const act = (name: string) => async (_id: string, flag?: string) => {
      this.acts.push(flag === undefined ? name : `${name} ${flag}`)
    }
    const statuses = {
      find: async () => this.order,
      advance: async (_: unknown, to: ReturnType<typeof judgeStatus>) => {
        this.order = { ...this.order, ...to }
        return true
      },
      requestCancellation: act("request"),
      cancellationSettled: act("settle"),
      flag: act("flag"),
      unflag: act("unflag"),
      tryAgain: async () => undefined,
    }
    return {
      orders: { statuses },
      connect: { call: async (id: string) => this.answer(id) },
      timeline: { record: async () => true, recordOnce: async () => true },
      inbox: { parametersOf: async () => [] },
      events: { emit: async () => undefined },
      options: {},
    } as unknown as CancelDependencies
  }

  private answer(operationId: string) {
    if (operationId === "orders.cancel") {
      throw this.error
    }
    if (this.now === undefined) {
      throw new UnauthorisedError(details)
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
    expect(scene.acts).toEqual(["request", "flag cancel_failed"])
  }
)

it("asks for nothing of a cancelled order", async () => {
  const scene = new Scene("CANCELLED", conflict, "CANCELLED")

  expect(await scene.cancel()).toEqual({ outcome: "cancelled" })
  expect(scene.acts).toEqual([])
})
