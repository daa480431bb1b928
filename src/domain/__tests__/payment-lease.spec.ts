import { AsyncResource } from "node:async_hooks"

import { type Lease, LeaseLostError } from "../../modules/e-invoice/leases"
import { EInvoiceEvents } from "../../modules/e-invoice/events"
import { answerMedusa, type PaymentToWrite, UNDER_WAY, writePayment } from "../payment-lease"

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

  expect(await writePayment(leased, capture, () => asked(leased, other))).toBe("answered")
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

it("keeps the lease until Medusa has written what it asked for, once that is alone", async () => {
  const held: unknown[] = []
  let asked = 0
  const hold = async (name: string, work: (lease: Lease) => Promise<unknown>, terms: unknown) => {
    held.push([name, terms])
    return work(kept)
  }
  const isAlone = async (lease: string) => lease === "held" && ++asked === 2
  const answer = () => Promise.resolve("answered")

  expect(await answerMedusa({ hold } as never, capture, answer, isAlone)).toBe("answered")
  expect(await answerMedusa({ hold } as never, capture, answer)).toBe("answered")
  expect(held).toEqual([
    ["payments:order_1", { lingers: 3_000 }],
    ["payments:order_1", { lingers: 3_000 }],
  ])
})

it("waits for another that is alone, and answers a failure of its own as it is", async () => {
  const bug = new TypeError("a bug")
  let times = 0
  const hold = async (_name: string, work: (lease: Lease) => Promise<unknown>) =>
    ++times === 1 ? undefined : work(kept)

  await expect(answerMedusa({ hold } as never, capture, () => Promise.reject(bug))).rejects.toBe(
    bug
  )
  expect(times).toBe(2)
})
