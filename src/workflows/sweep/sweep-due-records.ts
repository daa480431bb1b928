import { ConnectError, normaliseStatus } from "../../connect"
import { learnRecord } from "../../domain/operations/learn-record"
import type { RecordRow } from "../../modules/e-invoice/operations/record-row"
import { eInvoiceModule } from "../e-invoice-module"
import { type StatusList, unchangedSubscriptions } from "./listed-statuses"
import { lookAtEach, type SweepTerms } from "./sweep-terms"

const MINUTE = 60_000

export type SweptRecords = {
  /** Remembered records that were due. */
  readonly due: number
  /** Of those, records that the service was asked about one by one. */
  readonly asked: number
  /** Of those, records that wait for the next minute because the service asked for fewer calls. */
  readonly postponed: number
}

/**
 * Looks at reservations, subscriptions and orders made beside checkouts that have not been heard of for a while: orders
 * and subscriptions by one list for many, and by themselves those of which the list says something new. The service has
 * no list of reservations.
 */
export async function sweepDueRecords(terms: SweepTerms, list: StatusList): Promise<SweptRecords> {
  let total: SweptRecords = { due: 0, asked: 0, postponed: 0 }
  let goOn = true
  while (goOn) {
    const swept = await sweepBatch(terms, list)
    total = {
      due: total.due + swept.due,
      asked: total.asked + swept.asked,
      postponed: total.postponed + swept.postponed,
    }
    goOn = swept.due === terms.batch && swept.postponed === 0 && Date.now() < terms.deadline
  }
  return total
}

async function sweepBatch(terms: SweepTerms, list: StatusList): Promise<SweptRecords> {
  const { records } = eInvoiceModule(terms.container)
  const due = await records.takeDue(terms.now, terms.batch)
  const isUnchanged = await listedAsKnown(terms, list, due)
  await terms.lease.check()
  await records.unchanged(due.filter(isUnchanged), terms.now)
  const changed = due.filter((row) => !isUnchanged(row))
  const waiting = await lookAtEach(terms, changed, {
    what: ({ kind, id }) => `remembered ${kind} ${id}`,
    work: (row) => learn(terms, row),
  })
  await records.lookAt(
    waiting.map(({ id }) => id),
    new Date(terms.now.getTime() + MINUTE)
  )
  return {
    due: due.length,
    asked: changed.length - waiting.length,
    postponed: waiting.length,
  }
}

/** Makes a test for records of which a list of the service says that they are as they were. */
async function listedAsKnown(
  terms: SweepTerms,
  list: StatusList,
  due: readonly RecordRow[]
): Promise<(row: RecordRow) => boolean> {
  const ofKind = (kind: RecordRow["kind"]) => due.filter((row) => row.kind === kind)
  const listed = await list.of(ofKind("order").flatMap(({ remote_uuid: uuid }) => uuid ?? []))
  const subscriptions = await unchangedSubscriptions(terms, ofKind("subscription"))
  return ({ kind, remote_uuid: uuid, status }) => {
    if (uuid === null) {
      return false
    }
    if (kind === "order") {
      const word = listed?.get(uuid)?.word
      return word !== undefined && normaliseStatus(word) === status
    }
    return kind === "subscription" && subscriptions.has(uuid)
  }
}

async function learn({ container, now }: SweepTerms, row: RecordRow): Promise<void> {
  const eInvoice = eInvoiceModule(container)
  try {
    await learnRecord(eInvoice, row, "sweep", false, now)
  } catch (error) {
    await eInvoice.records.tryAgain(row, now)
    const switchedOff = error instanceof ConnectError && error.kind === "disabled"
    if (!switchedOff) {
      throw error
    }
  }
}
