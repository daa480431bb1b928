import { normaliseStatus } from "../../connect"
import type { RecordRow } from "../../modules/e-invoice/operations/record-row"
import { eInvoiceModule } from "../e-invoice-module"
import { quietly } from "../quietly"
import type { SweepTerms } from "./sweep-terms"

/** From so many due subscriptions of one status on, the service's list of that status is read instead of each. */
const LIST_FROM = 4

const LISTED = ["SENT", "ONGOING"] as const

type Subscription = Pick<RecordRow, "remote_uuid" | "status">

/**
 * Reads which subscriptions are still in the status they were in, from the service's lists by status. Never takes more
 * calls than asking about each would.
 *
 * @returns identifiers at the service; one that is missing has to be asked about by itself
 */
export async function unchangedSubscriptions(
  terms: SweepTerms,
  due: readonly Subscription[]
): Promise<ReadonlySet<string>> {
  const unchanged = new Set<string>()
  for (const status of LISTED) {
    const wanted = new Set(
      due
        .filter((row) => row.status !== null && isIn(status, row.status))
        .flatMap(({ remote_uuid: uuid }) => uuid ?? [])
    )
    if (wanted.size >= LIST_FROM) {
      await quietly(terms, "the list of subscriptions", () =>
        readList(terms, status, wanted, unchanged)
      )
    }
  }
  return unchanged
}

/** The service writes `ONGOING` and `On Going`. */
const isIn = (status: (typeof LISTED)[number], word: string): boolean =>
  normaliseStatus(word).replaceAll(" ", "") === status

async function readList(
  { container }: SweepTerms,
  status: (typeof LISTED)[number],
  wanted: Set<string>,
  unchanged: Set<string>
): Promise<void> {
  const { connect, options } = eInvoiceModule(container)
  if (options.operations["subscriptions.list"]?.enabled === false) {
    return
  }
  const mostPages = wanted.size
  let pages = 1
  for (let page = 1; page <= pages && wanted.size > 0; page++) {
    if (connect.rateLimit.low) {
      return
    }
    const answer = await connect.call("subscriptions.list", {
      params: { status },
      query: { page },
    })
    for (const listed of answer.data) {
      if (isIn(status, listed.status) && wanted.delete(listed.subscriptionUuid)) {
        unchanged.add(listed.subscriptionUuid)
      }
    }
    pages = answer.page?.lastPage ?? 1
    if (pages > mostPages) {
      return
    }
  }
}
