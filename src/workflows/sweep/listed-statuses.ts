import { ConnectError } from "../../connect"
import { eInvoiceModule } from "../e-invoice-module"
import { quietly } from "../quietly"
import type { SweepTerms } from "./sweep-terms"

/** What the list of all statuses says about one order; `refunded` in major units. */
export type ListedStatus = { word: string; refunded?: number | undefined }

type Listed = ReadonlyMap<string, ListedStatus>

/** From so many due orders on, one list of all statuses is asked for instead of each status. */
const LIST_FROM = 4

/** How long a list is believed, in milliseconds. */
const FRESH_FOR = 60_000

/** The service's list of all statuses, asked for when it saves calls, and once for many batches. */
export class StatusList {
  #answer: { at: number; listed: Listed | undefined } | undefined

  constructor(private readonly terms: SweepTerms) {}

  /**
   * @param orders how many orders are due
   * @returns undefined when each order is to be asked about by itself: there are few, or the service gives no list
   */
  async forSoMany(orders: number): Promise<Listed | undefined> {
    if (this.#answer && Date.now() - this.#answer.at < FRESH_FOR) {
      return this.#answer.listed
    }
    if (orders < LIST_FROM) {
      return undefined
    }
    const at = Date.now()
    const listed = await listedStatuses(this.terms)
    this.#answer = { at, listed }
    return listed
  }
}

/** Asks the service for the statuses of all orders in one call, by order identifier. */
async function listedStatuses(terms: SweepTerms): Promise<Listed | undefined> {
  const { connect } = eInvoiceModule(terms.container)
  let listed: Listed | undefined
  await quietly(terms, "the list of all statuses", async () => {
    try {
      const { data } = await connect.call("orders.status-list", {})
      listed = byIdentifier(data)
    } catch (error) {
      const switchedOff =
        error instanceof ConnectError && error.kind === "disabled"
      if (!switchedOff) {
        throw error
      }
    }
  })
  return listed
}

type Row = { uuid: string; status: string; refundedAmount?: number | undefined }

/** Nearly all of a hundred thousand rows say one of a dozen things, and share what stands for it. */
function byIdentifier(rows: readonly Row[]): Listed {
  const said = new Map<string, ListedStatus>()
  const listed = new Map<string, ListedStatus>()
  for (const { uuid, status: word, refundedAmount: refunded } of rows) {
    const key = `${refunded ?? ""} ${word}`
    const known = said.get(key) ?? { word, refunded }
    said.set(key, known)
    listed.set(uuid, known)
  }
  return listed
}
