import { statusWords } from "../../lib/status-words"
import type { StatusCount } from "./overview-answer"

/** Orders that one word describes, and where they are listed. */
export type StatusGroup = {
  readonly of: Pick<StatusCount, "state" | "remote_status">
  readonly count: number
  /** The list of invoice orders, narrowed to these. */
  readonly to: string
}

const LIST = "/e-invoice/orders"

/**
 * Counts gathered by the word that a person reads: two statuses of the service may mean the same. The most frequent
 * first.
 */
export const statusGroups = (counts: readonly StatusCount[]): StatusGroup[] => {
  const byWord = new Map<string, StatusCount[]>()
  for (const count of counts) {
    const word = statusWords(count)?.text ?? count.remote_status ?? count.state
    byWord.set(word, [...(byWord.get(word) ?? []), count])
  }
  return [...byWord.values()]
    .flatMap((members) => {
      const [first] = members
      return first
        ? [
            {
              of: first,
              count: members.reduce((sum, { count }) => sum + count, 0),
              to: `${LIST}?${filtersOf(members)}`,
            },
          ]
        : []
    })
    .toSorted((one, other) => other.count - one.count)
}

const filtersOf = (members: readonly StatusCount[]): string =>
  new URLSearchParams(
    members.map(({ state, remote_status }) =>
      remote_status === null ? ["state", state] : ["remote_status", remote_status]
    )
  ).toString()
