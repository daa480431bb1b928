import type { OverviewAnswer } from "../../api/admin/e-invoice/answers"
import type { Translate } from "../lib/texts"
import { operationPage, subjectPage } from "../operations/data"
import { statusWords } from "../orders/words"

/** Something that waits for staff. */
export type AttentionItem = OverviewAnswer["attention"]["items"][number]

/** How many orders there are of a state, and of a status at the service. */
export type StatusCount = OverviewAnswer["statuses"][number]

/** What customers have not paid in one currency, by age; amounts in major units. */
export type Outstanding = OverviewAnswer["outstanding"][number]

/** `GET /admin/e-invoice/overview` */
export const readOverview = ({ overview }: { overview: OverviewAnswer }) => overview

/** An age in words: "10 to 29 days". */
export const ageText = (
  t: Translate,
  { from_days, to_days }: Pick<Outstanding["ages"][number], "from_days" | "to_days">
): string => {
  if (to_days === null) {
    return t("overview.age.from", { days: from_days })
  }
  return from_days === 0
    ? t("overview.age.under", { days: to_days })
    : t("overview.age.between", { from: from_days, to: to_days - 1 })
}

/**
 * Where staff can settle it: the Medusa order where there is one, else the page of the record in question, else a
 * page of its own.
 */
export const attentionTarget = ({
  kind,
  id,
  reason,
  order_id,
  order_number,
  customer_id,
  subject_kind,
  remote_uuid,
}: Pick<
  AttentionItem,
  | "kind"
  | "reason"
  | "id"
  | "order_id"
  | "order_number"
  | "customer_id"
  | "subject_kind"
  | "remote_uuid"
>): string => {
  if (reason === "operation_contradicted") {
    return operationPage(id)
  }
  // Medusa takes an order back when its checkout fails; the id stays, and has no number any more.
  if (order_id !== null && order_number !== null) {
    return `/orders/${order_id}`
  }
  if (kind === "order" || kind === "refund") {
    return `/e-invoice/orders/${id}`
  }
  return (
    subjectPage({
      subject_kind,
      subject_uuid: remote_uuid,
      customer_id,
      e_invoice_order_id: null,
    }) ?? operationPage(id)
  )
}

/** Orders that one word describes, and where they are listed. */
type StatusGroup = {
  readonly of: Pick<StatusCount, "state" | "remote_status">
  readonly count: number
  /** The list of invoice orders, narrowed to these. */
  readonly to: string
}

const LIST = "/e-invoice/orders"

/**
 * Counts grouped by the word that staff read: two statuses of the service may mean the same. The most frequent
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
