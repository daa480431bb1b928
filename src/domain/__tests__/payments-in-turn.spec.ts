import { AsyncResource } from "node:async_hooks"

import { type Lease, LeaseLostError } from "../../modules/e-invoice/leases"
import { EInvoiceEvents } from "../../modules/e-invoice/events"
import { answerMedusa, type PaymentToWrite, UNDER_WAY, writePayment } from "../payments-in-turn"

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

/** One that does not wait: Medusa would write it along with what has the turn. */
const asked = (turns: ReturnType<typeof leases>, what: PaymentToWrite) =>
  answerMedusa(
    turns,
    what,
    () => Promise.resolve("answered"),
    (turn) => Promise.resolve(turn === "held")
  ).catch((error: { code?: string }) => error.code)

it("is asked by Medusa in its own turn", async () => {
  const turns = leases()

  expect(await writePayment(turns, capture, () => asked(turns, capture))).toBe("answered")
})

it.each<[string, Partial<PaymentToWrite>]>([
  ["another payment of the order", { paymentId: "pay_2" }],
  ["a refund of the payment that is captured", { of: "refund" }],
])("waits for its turn like any other: %s", async (_, other) => {
  const turns = leases()

  const answer = await writePayment(turns, capture, () => asked(turns, { ...capture, ...other }))

  expect(answer).toBe(UNDER_WAY)
})

it("takes the turn of another order", async () => {
  const turns = leases()
  const other = { ...capture, orderId: "order_2" }

  expect(await writePayment(turns, capture, () => asked(turns, other))).toBe("answered")
})

it("has ended for what the writing left behind", async () => {
  const turns = leases()
  let left = () => Promise.resolve<unknown>(undefined)
  await writePayment(turns, capture, () => {
    left = AsyncResource.bind(() => asked(turns, capture))
    return Promise.resolve()
  })

  expect(await turns.hold("payments:order_1", () => left())).toBe(UNDER_WAY)
})

it("is left by the events that it emits", async () => {
  const turns = leases()
  const heard: unknown[] = []
  const emit = async () => void heard.push(await asked(turns, capture))
  const events = new EInvoiceEvents(() => ({ emit }), { error: jest.fn() })

  await writePayment(turns, capture, () =>
    events.emit("e_invoice.in_doubt", { id: "einvord_1", order_id: "order_1", what: "refund" })
  )

  expect(heard).toEqual([UNDER_WAY])
})

it("gives its lease to what it writes, and to what Medusa asks meanwhile", async () => {
  const lost: Lease = { check: () => Promise.reject(new LeaseLostError("payments:order_1")) }
  const turns = leases(lost)
  const written: string[] = []
  const write = async (lease: Lease) => {
    await lease.check()
    written.push("written")
  }

  await expect(writePayment(turns, capture, write)).rejects.toThrow(LeaseLostError)
  await expect(answerMedusa(turns, capture, write)).rejects.toMatchObject({ code: UNDER_WAY })
  await expect(
    writePayment(turns, capture, () => answerMedusa(turns, capture, write))
  ).rejects.toMatchObject({ code: UNDER_WAY })
  expect(written).toEqual([])
})
