import type { RecordRow } from "../../src/modules/e-invoice/operations/remote-records"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { OperationDesk } from "./support/operation-desk"

const MINUTE = 60_000
const DAY = 24 * 60

eInvoiceSuite("sweep-records", {}, (suite) => {
  const { sandbox } = suite
  let desk: OperationDesk
  beforeEach(async () => {
    desk = await OperationDesk.open(suite)
    sandbox.callbacks.setChaos({ drop: true })
  })

  const sweep = async (minutes: number) => {
    const before = sandbox.requests().length
    const swept = await sweepEInvoiceOrders(suite.container, {
      now: new Date(Date.now() + minutes * MINUTE),
    })
    const calls = sandbox
      .requests()
      .slice(before)
      .map(({ operationId }) => operationId)
    return { records: swept?.records, calls }
  }
  const remembered = async (kind: RecordRow["kind"], uuid: string) => {
    const row = await suite.eInvoice.records.ofUuid(kind, uuid)
    return row?.status
  }
  const many = async (count: number, make: () => Promise<string>) => {
    const uuids: string[] = []
    for (let index = 0; index < count; index++) {
      uuids.push(await make())
    }
    return uuids
  }

  it("finds the confirmation of a reservation whose callback never came", async () => {
    const uuid = await desk.reserved()
    expect(await remembered("reservation", uuid)).toBe("SENT")

    expect(await sweep(0.5)).toEqual({
      records: { due: 0, asked: 0, postponed: 0 },
      calls: [],
    })
    expect(await sweep(1.1)).toEqual({
      records: { due: 1, asked: 1, postponed: 0 },
      calls: ["reservations.details"],
    })

    expect(await remembered("reservation", uuid)).toBe("RESERVED")
  })

  it("looks after growing gaps at a record of which nothing is heard", async () => {
    await desk.reservation()
    const asked: number[] = []
    for (const minutes of [1.1, 2, 2.2, 7, 8, 22, 24, 83, 85]) {
      const { calls } = await sweep(minutes)
      if (calls.length > 0) {
        asked.push(minutes)
      }
    }
    expect(asked).toEqual([1.1, 2.2, 8, 24, 85])
  })

  it("never looks at one that has come to its end", async () => {
    const reservation = await desk.reserved()
    const subscription = await desk.subscription()
    await desk.call("reservations.cancel", { at: reservation, body: { note: "Moved" } })
    await desk.call("subscriptions.cancel", { at: subscription, body: { note: "Moved" } })
    expect(await remembered("reservation", reservation)).toBe("CANCELLED")
    expect(await remembered("subscription", subscription)).toBe("CANCELLED")

    for (const days of [1, 2, 90]) {
      expect(await sweep(days * DAY)).toMatchObject({ calls: [] })
    }
  })

  it("asks once for many orders, and by itself only for the one that changed", async () => {
    const [changed = "", ...others] = await many(5, desk.paymentLink)
    sandbox.pay(changed)

    const { records, calls } = await sweep(1.1)

    expect(records).toEqual({ due: 5, asked: 1, postponed: 0 })
    expect(calls).toEqual(["orders.status-list", "orders.status"])
    expect(await remembered("order", changed)).toBe("PAID")
    expect(await remembered("order", others[0] ?? "")).toBe("SENT")
  })

  it("asks page by page for many subscriptions, and by itself only for those that changed", async () => {
    const [changed = ""] = await many(12, desk.subscription)
    sandbox.subscriptions.start(changed)

    const { records, calls } = await sweep(1.1)

    expect(records).toEqual({ due: 12, asked: 1, postponed: 0 })
    expect(calls).toEqual(["subscriptions.list", "subscriptions.list", "subscriptions.details"])
    expect(await remembered("subscription", changed)).toBe("ONGOING")
  })

  it("tries again what the service could not say, after growing gaps", async () => {
    const uuid = await desk.reserved()
    sandbox.faults.add({
      fault: "401",
      operation: "reservations.details",
      times: 2,
    })

    const asked: number[] = []
    for (const minutes of [1.1, 2, 2.2, 7, 8]) {
      const { calls } = await sweep(minutes)
      if (calls.length > 0) {
        asked.push(minutes)
      }
    }

    expect(asked).toEqual([1.1, 2.2, 8])
    expect(await remembered("reservation", uuid)).toBe("RESERVED")
  })

  it("keeps what was reported while it asked", async () => {
    const uuid = await desk.reserved()
    const row = await suite.eInvoice.records.ofUuid("reservation", uuid)
    if (!row) {
      throw new Error("The reservation is not remembered.")
    }
    const { records } = suite.eInvoice
    expect(await records.reported(row, { status: "CAPTURED" })).toBe("news")
    expect(await records.reported(row, { status: "RESERVED" })).toBe("overtaken")
    expect(await remembered("reservation", uuid)).toBe("CAPTURED")
  })
})
