import { setTimeout as pause } from "node:timers/promises"

import type { InboxEntry } from "../../../modules/e-invoice/callbacks/inbox"
import { InboxWorker } from "../inbox-worker"

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** An inbox in memory, whose callbacks stand still when they are processed until the test ends them. */
function inboxOf({ atATime = 8 } = {}) {
  const due: InboxEntry[] = []
  const begun: { ids: string[]; end: () => void }[] = []
  const failed = jest.fn()
  let count = 0
  const lease = jest.fn(async (underWay: readonly string[]) => {
    const orderId = due.find((entry) => !underWay.includes(entry.eInvoiceOrderId))?.eInvoiceOrderId
    const entries = due.filter((entry) => entry.eInvoiceOrderId === orderId)
    entries.forEach((entry) => due.splice(due.indexOf(entry), 1))
    return entries
  })
  const worker = new InboxWorker({
    atATime,
    lease,
    process: (entries) =>
      new Promise((end) => begun.push({ ids: entries.map(({ id }) => id), end })),
    failed,
  })
  const store = (eInvoiceOrderId: string) => {
    due.push({
      id: `${eInvoiceOrderId}${++count}`,
      eInvoiceOrderId,
      parameters: {},
      state: "received",
      attempts: 0,
      createdAt: new Date(0),
      leasedUntil: new Date(1),
    })
    worker.wake()
  }
  const ids = () => begun.map((one) => one.ids)
  return { worker, store, begun, ids, lease, failed }
}

describe("the worker of the inbox", () => {
  it("begins at once, and settles what comes of an order meanwhile together", async () => {
    const { store, ids, begun } = inboxOf()
    store("a")
    await settled()
    store("a")
    store("a")
    store("b")
    await settled()
    expect(ids()).toEqual([["a1"], ["b4"]])

    begun[0]?.end()
    await settled()

    expect(ids()).toEqual([["a1"], ["b4"], ["a2", "a3"]])
  })

  it("works at a few orders at a time, and at the next when one ends", async () => {
    const { store, ids, begun } = inboxOf({ atATime: 2 })
    for (const order of ["a", "b", "c"]) {
      store(order)
    }
    await settled()
    expect(ids()).toEqual([["a1"], ["b2"]])

    begun[1]?.end()
    await settled()

    expect(ids()).toEqual([["a1"], ["b2"], ["c3"]])
  })

  it("misses none that is stored while it looks into the inbox", async () => {
    const { store, ids, lease } = inboxOf()
    lease.mockImplementationOnce(async () => {
      store("a")
      return []
    })
    store("b")
    await settled()

    expect(ids()).toEqual([["b1"], ["a2"]])
  })

  it("is idle when nothing is due and nothing under way", async () => {
    const { worker, store, begun } = inboxOf()
    store("a")
    await settled()
    let isIdle = false
    const idle = worker.idle().then(() => {
      isIdle = true
    })
    await settled()
    expect(isIdle).toBe(false)

    begun[0]?.end()
    await idle
  })

  it("goes on with the next wake after the inbox could not be read", async () => {
    const { store, ids, lease, failed } = inboxOf()
    lease.mockRejectedValueOnce(new Error("no database"))
    store("a")
    await settled()
    expect(failed).toHaveBeenCalledWith(new Error("no database"))
    expect(ids()).toEqual([])

    store("b")
    await settled()

    expect(ids()).toEqual([["a1"], ["b2"]])
  })

  it("lets a flood be stored first, and a trickle wait for nothing", async () => {
    const { store, ids } = inboxOf({ atATime: 100 })
    store("o1")
    await settled()
    expect(ids()).toHaveLength(1)

    for (let order = 2; order <= 20; order++) {
      store(`o${order}`)
    }
    await settled()
    expect(ids().length).toBeLessThan(8)

    const start = performance.now()
    while (ids().length < 20 && performance.now() - start < 10_000) {
      await pause(50)
    }
    expect(ids()).toHaveLength(20)
  })
})
