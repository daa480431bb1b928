import { AsyncResource } from "node:async_hooks"

import { type Lease, LeaseLostError } from "../../modules/e-invoice/leases"
import { EInvoiceEvents } from "../../modules/e-invoice/events"
import {
  answerMedusa,
  isPaymentUnderWay,
  type PaymentToWrite,
  UNDER_WAY,
  writePayment,
} from "../payment-lease"

/** Milliseconds that were waited; no test waits them. */
let waited = 0

beforeEach(() => {
  waited = 0
  const timers = jest.requireActual<typeof import("node:timers/promises")>("node:timers/promises")
  jest.spyOn(timers, "setTimeout").mockImplementation(async (ms = 0) => {
    waited += ms
    return undefined as never
  })
})

afterEach(() => {
  jest.restoreAllMocks()
})

const kept: Lease = { check: () => Promise.resolve() }

/** Leases of one process, each held once at a time. */
const leases = (lease = kept) => {
  const held = new Set<string>()
  return {
    async hold<Result>(name: string, work: (lease: Lease) => Promise<Result>) {
      if (held.has(name)) {
        return undefined
      }
      held.add(name)
      try {
        return await work(lease)
      } finally {
        held.delete(name)
      }
    },
  }
}

const capture: PaymentToWrite = { orderId: "order_1", paymentId: "pay_1", of: "capture" }

/** One that does not wait: Medusa would write it along with what holds the lease. */
const asked = (leased: ReturnType<typeof leases>, what: PaymentToWrite) =>
  answerMedusa(
    leased,
    what,
    () => Promise.resolve("answered"),
    (lease) => Promise.resolve(lease === "held")
  ).catch((error: { code?: string }) => error.code)

it("is asked by Medusa under the lease of its own write", async () => {
  const leased = leases()

  expect(await writePayment(leased, capture, () => asked(leased, capture))).toBe("answered")
})

it.each<[string, Partial<PaymentToWrite>]>([
  ["another payment of the order", { paymentId: "pay_2" }],
  ["a refund of the payment that is captured", { of: "refund" }],
])("waits for the lease like any other: %s", async (_, other) => {
  const leased = leases()

  const answer = await writePayment(leased, capture, () => asked(leased, { ...capture, ...other }))

  expect(answer).toBe(UNDER_WAY)
})

it("takes the lease of another order", async () => {
  const leased = leases()
  const other = { ...capture, orderId: "order_2" }

  const ask = () => writePayment(leased, capture, () => asked(leased, other))

  expect(await ask()).toBe("answered")
  expect(await leased.hold("payments:order_2", ask)).toBe(UNDER_WAY)
})

it("has ended for what the writing left behind", async () => {
  const leased = leases()
  let left = () => Promise.resolve<unknown>(undefined)
  await writePayment(leased, capture, () => {
    left = AsyncResource.bind(() => asked(leased, capture))
    return Promise.resolve()
  })

  expect(await leased.hold("payments:order_1", () => left())).toBe(UNDER_WAY)
})

it("is left by the events that it emits", async () => {
  const leased = leases()
  const heard: unknown[] = []
  const emit = async () => void heard.push(await asked(leased, capture))
  const events = new EInvoiceEvents(() => ({ emit }), { error: jest.fn() })

  await writePayment(leased, capture, () =>
    events.emit("e_invoice.in_doubt", { id: "einvord_1", order_id: "order_1", what: "refund" })
  )

  expect(heard).toEqual([UNDER_WAY])
})

it("gives its lease to what it writes, and to what Medusa asks meanwhile", async () => {
  const lost: Lease = { check: () => Promise.reject(new LeaseLostError("payments:order_1")) }
  const leased = leases(lost)
  const written: string[] = []
  const write = async (lease: Lease) => {
    await lease.check()
    written.push("written")
  }

  await expect(writePayment(leased, capture, write)).rejects.toThrow(LeaseLostError)
  await expect(answerMedusa(leased, capture, write)).rejects.toMatchObject({ code: UNDER_WAY })
  await expect(
    writePayment(leased, capture, () => answerMedusa(leased, capture, write))
  ).rejects.toMatchObject({ code: UNDER_WAY })
  expect(written).toEqual([])
})

it("takes no lease for a payment that no order counts", async () => {
  const hold = jest.fn()
  const ofNone = { ...capture, orderId: undefined }
  const checked = async (lease: Lease) => {
    await lease.check()
    return "done"
  }

  expect(await writePayment({ hold }, ofNone, checked)).toBe("done")
  expect(await answerMedusa({ hold }, ofNone, checked)).toBe("done")
  expect(hold).not.toHaveBeenCalled()
})

/** Leases that another holds so often, and what was asked of them. */
const awaited = (times: number) => {
  const asked: unknown[] = []
  return {
    asked,
    async hold<Result>(
      name: string,
      work: (lease: Lease) => Promise<Result>,
      terms?: { lingers?: number }
    ) {
      asked.push([name, terms])
      return asked.length > times ? work(kept) : undefined
    },
  }
}

const answer = () => Promise.resolve("answered")

it("is under way while the lease of its order is held", async () => {
  const isHeld = jest.fn(async (name: string) => name === "payments:order_1")

  expect(await isPaymentUnderWay({ isHeld }, "order_1")).toBe(true)
  expect(await isPaymentUnderWay({ isHeld }, "order_2")).toBe(false)
})

it("keeps the lease until Medusa has written what it asked for", async () => {
  const leased = awaited(0)

  expect(await answerMedusa(leased, capture, answer)).toBe("answered")
  expect(leased.asked).toEqual([["payments:order_1", { lingers: 3_000 }]])
  expect(waited).toBe(0)
})

it("keeps no lease beyond what it writes itself", async () => {
  const leased = awaited(0)

  expect(await writePayment(leased, capture, answer)).toBe("answered")
  expect(leased.asked).toEqual([["payments:order_1", undefined]])
})

describe("what holds the lease, and is not alone", () => {
  /** Whether nothing else is in hand: from the asking on that is numbered so. */
  const aloneFrom = (first: number) => {
    let asked = 0
    return async (lease: string) => lease === "held" && ++asked >= first
  }

  it("answers once it is", async () => {
    expect(await answerMedusa(awaited(0), capture, answer, aloneFrom(3))).toBe("answered")
    expect(waited).toBe(400)
  })

  it("answers nothing where that takes longer than two seconds", async () => {
    const answered = jest.fn(answer)

    await expect(
      answerMedusa(awaited(0), capture, answered, aloneFrom(Infinity))
    ).rejects.toMatchObject({ code: UNDER_WAY })
    expect(answered).not.toHaveBeenCalled()
    expect(waited).toBeGreaterThanOrEqual(2_000)
    expect(waited).toBeLessThan(3_000)
  })
})

describe("what waits for another", () => {
  it("is done once that has ended", async () => {
    expect(await writePayment(awaited(2), capture, answer)).toBe("answered")
    expect(await answerMedusa(awaited(2), capture, answer)).toBe("answered")
    expect(waited).toBe(800)
  })

  it.each([
    ["writes", writePayment],
    ["answers", answerMedusa],
  ])("%s nothing where that stays at it", async (_does, act) => {
    const done = jest.fn(answer)

    await expect(act(awaited(Infinity), capture, done)).rejects.toMatchObject({ code: UNDER_WAY })
    expect(done).not.toHaveBeenCalled()
    expect(waited).toBeGreaterThanOrEqual(20_000)
  })

  it("gives way at once where it is not alone", async () => {
    const isAlone = jest.fn(async (lease: "held" | "awaited") => lease === "held")

    await expect(answerMedusa(awaited(1), capture, answer, isAlone)).rejects.toMatchObject({
      code: UNDER_WAY,
    })
    expect(isAlone.mock.calls).toEqual([["awaited"]])
    expect(waited).toBe(0)
  })

  it("answers a failure of its own as it is", async () => {
    const bug = new TypeError("a bug")

    await expect(answerMedusa(awaited(1), capture, () => Promise.reject(bug))).rejects.toBe(bug)
  })
})
