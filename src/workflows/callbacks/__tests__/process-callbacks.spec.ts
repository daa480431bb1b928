import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"

import { OperationDisabledError } from "../../../connect"
import { takeUpNamedRecord } from "../../../domain/callbacks/named-by-callback"
import { reconcileRecord } from "../../../domain/operations/records-at-service"
import type { InboxEntry } from "../../../modules/e-invoice/callbacks/inbox"
import type EInvoiceModuleService from "../../../modules/e-invoice/service"
import { callbackGroups, processCallbacks } from "../process-callbacks"

jest.mock("../../../domain/callbacks/named-by-callback", () => ({ takeUpNamedRecord: jest.fn() }))
jest.mock("../../../domain/operations/records-at-service", () => ({ reconcileRecord: jest.fn() }))
jest.mock("../../synchronise-e-invoice-order", () => ({
  synchroniseEInvoiceOrderWorkflow: () => ({ run: mockRun }),
}))

const mockRun = jest.fn()
const named = jest.mocked(takeUpNamedRecord)
const reconciled = jest.mocked(reconcileRecord)

const now = new Date("2026-03-01T12:00:00Z")
const RECORD = "einvrec_1"

const entry = (
  id: string,
  { owner = "einvord_1", age = 60_000, isLeased = true, status = "" } = {}
): InboxEntry => ({
  id,
  eInvoiceOrderId: owner,
  parameters: { callback: id, ...(status && { status }) },
  state: "received",
  attempts: 0,
  createdAt: new Date(now.getTime() - age),
  leasedUntil: isLeased ? new Date(now.getTime() + 60_000) : undefined,
})

const ofRecord = (...ids: string[]) => ids.map((id) => entry(id, { owner: RECORD }))

/** What becomes of callbacks, in words. */
async function processing(entries: readonly InboxEntry[], record?: object) {
  const written: string[] = []
  const eInvoice = {
    clock: { now: () => now },
    options: { operations: {}, previousCallbackSecrets: [] },
    records: { find: async () => record },
    inbox: {
      processed: async (ids: string[], outcome: string) => written.push(`${ids.join()} ${outcome}`),
      failed: async ({ id }: InboxEntry, why: string) => written.push(`${id} failed, ${why}`),
      postponed: async ({ id }: InboxEntry, at: Date) =>
        written.push(`${id} in ${at.getTime() - now.getTime()} ms`),
    },
    timeline: {
      recordOnce: async ({ detail }: { detail: { why: string } }) => written.push(detail.why),
    },
  }
  const container = {
    resolve: (name: string) => (name === "logger" ? { warn: () => undefined } : eInvoice),
  } as unknown as MedusaContainer
  let soon: Date | undefined
  let thrown: unknown
  try {
    soon = await processCallbacks(container, entries, { actor: "service" })
  } catch (error) {
    thrown = error
  }
  return { written, soon, thrown }
}

const answer = { status: "PAID", paid: true, verdict: "advanced", waiting_for: null }

beforeEach(() => {
  jest.resetAllMocks()
  mockRun.mockResolvedValue({ result: answer })
})

describe("callbacks of an order", () => {
  it("are settled by one answer, those that are not leased as well", async () => {
    const { written } = await processing([entry("a", { isLeased: false }), entry("b")])

    expect(written).toEqual(["a advanced: PAID", "b repeated: PAID"])
    expect(mockRun).toHaveBeenCalledTimes(1)
    expect(mockRun.mock.calls[0][0].input).toMatchObject({ callback_id: "b" })
  })

  it("that have to wait are looked at again soon while they are fresh, and later when they are not", async () => {
    mockRun.mockResolvedValue({ result: { ...answer, waiting_for: "medusa-order" } })

    const { written, soon } = await processing([
      entry("a"),
      entry("b", { age: 1_000 }),
      entry("c", { age: 0 }),
      entry("d", { isLeased: false }),
    ])

    expect(written).toEqual(["a failed, waiting: medusa-order", "b in 2000 ms", "c in 250 ms"])
    expect(soon).toEqual(new Date(now.getTime() + 250))
  })

  it("are tried again later when the service cannot say, those that are leased", async () => {
    mockRun.mockRejectedValue(new Error("no answer"))

    const { written, thrown } = await processing([
      entry("a", { age: 0 }),
      entry("b", { isLeased: false }),
    ])

    expect(written).toEqual(["a failed, failed: no answer"])
    expect(thrown).toEqual(new Error("no answer"))
  })

  it("that meet another at the order are looked at again soon while they are fresh, and later when they are not", async () => {
    const atIt = new MedusaError(MedusaError.Types.CONFLICT, "Medusa is at it.")
    mockRun.mockRejectedValue(atIt)

    expect(await processing([entry("a"), entry("b", { age: 0 })])).toEqual({
      written: ["a failed, failed: Medusa is at it.", "b in 250 ms"],
      soon: new Date(now.getTime() + 250),
      thrown: undefined,
    })
    expect((await processing([entry("a")])).thrown).toBe(atIt)
  })

  it("count for nothing when nothing proves them", async () => {
    mockRun.mockResolvedValue({ result: { ...answer, waiting_for: "proof" } })

    const { written } = await processing([entry("a")])

    expect(written).toEqual(["no-secret", "a not believed: no-secret"])
  })

  it("are not asked about when none is leased", async () => {
    expect((await processing([entry("a", { isLeased: false })])).written).toEqual([])
    expect(mockRun).not.toHaveBeenCalled()
  })
})

describe("callbacks of a record", () => {
  const known = { id: RECORD, kind: "reservation", remote_uuid: "RSV1" }

  it("share one question, whatever they name", () => {
    const entries = ofRecord("a", "b")

    const groups = callbackGroups({} as EInvoiceModuleService, entries)

    expect(groups).toEqual([entries])
  })

  it("are settled by what the service says of it, once", async () => {
    reconciled.mockResolvedValue({ status: "RESERVED" })

    expect((await processing(ofRecord("a", "b"), known)).written).toEqual([
      "a,b reported: RESERVED",
    ])
    expect(reconciled).toHaveBeenCalledTimes(1)
  })

  it("are told of where the service has no word on it", async () => {
    reconciled.mockResolvedValue(undefined)

    expect((await processing(ofRecord("a"), known)).written).toEqual(["a told"])
  })

  it("whose creation was never answered are settled when one of them names it", async () => {
    named.mockImplementation(async (_eInvoice, row, { callback }) =>
      callback === "b" ? { ...row, remote_uuid: "RSV1" } : undefined
    )
    reconciled.mockResolvedValue({ status: "SENT" })

    const { written } = await processing(ofRecord("a", "b", "c"), { ...known, remote_uuid: null })

    expect(written).toEqual(["a,b,c reported: SENT"])
    expect(named).toHaveBeenCalledTimes(2)
  })

  it("wait for its creation while none of them names it", async () => {
    const { written } = await processing(ofRecord("a"), { ...known, remote_uuid: null })

    expect(written).toEqual(["a failed, waiting: creation"])
  })

  it("are closed when it is forgotten", async () => {
    expect((await processing(ofRecord("a"))).written).toEqual(["a the record is forgotten"])
  })

  it("are closed where the question is switched off, and tried again when it fails", async () => {
    reconciled.mockRejectedValueOnce(new OperationDisabledError("reservations.details"))
    expect((await processing(ofRecord("a"), known)).written).toEqual([
      "a not believed: switched-off",
    ])

    reconciled.mockRejectedValueOnce(new Error("no answer"))
    expect((await processing(ofRecord("a"), known)).written).toEqual([
      "a failed, failed: no answer",
    ])
  })
})
