import { type Catalogue, type Operation, type OperationId, refusalByStatus } from "../../connect"
import { type Answer, conflict, notFound, success } from "../answers"
import type { CheckedRequest } from "../validation/request-check"
import type { World } from "../world/world"

/** One call that is let through: authenticated, and checked against the catalogue. */
export type Call<Id extends OperationId> = CheckedRequest<Id> & {
  operation: Catalogue[Id]
  world: World
  /** The sandbox's own address, for the pay pages it hands out. */
  origin: string
  /** Has something happen once the call is answered (or before, where callback chaos says so). */
  afterAnswer(effect: () => void): void
}

/** Carries an operation out. Runs to its end without pause, so that each call is one transaction. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Answer

/** The emulation of some operations, each under its id. */
export type Handlers = { readonly [Id in OperationId]?: Handler<Id> }

/** The operation's success, as the catalogue has it. */
export function done(
  { success: { isData, messageKey, status } }: Operation,
  data: unknown
): Answer {
  return success(status, messageKey, data, isData)
}

/** The operation's own 404 for a record that is not there: its key differs from one operation to another. */
export function noSuchRecord({ refusals }: Operation): Answer {
  const missing = refusals.find(
    ({ messageKey, status }) => status === 404 && !messageKey.startsWith("refundRejection")
  )
  return notFound(missing?.messageKey ?? "orderNotFound")
}

/** The refusal the catalogue prescribes for a record in this status, if any. */
export function preconditionRefusal(
  operation: Operation,
  status: string,
  body?: unknown
): Answer | undefined {
  const messageKey = refusalByStatus(operation, status, body)
  if (messageKey === undefined) {
    return undefined
  }
  const isNotFound = operation.refusals.some(
    (refusal) => refusal.status === 404 && refusal.messageKey === messageKey
  )
  return isNotFound ? notFound(messageKey) : conflict(messageKey)
}

/** A record that an operation may work on; the refusal when there is none, or when its status forbids it. */
export function changeable<Kept extends { status: string }>(
  operation: Operation,
  record: Kept | undefined
): { record: Kept } | { refusal: Answer } {
  if (!record) {
    return { refusal: noSuchRecord(operation) }
  }
  const refusal = preconditionRefusal(operation, record.status)
  return refusal ? { refusal } : { record }
}

const HOUR_SECONDS = 60 * 60

/** What a list shows of its records, as the quirks have it. */
export function listed<Kept extends { readonly createdAt: number }>(
  { clock, quirks }: World,
  records: readonly Kept[]
): readonly Kept[] {
  const { emptyLists, listLag = 0 } = quirks
  if (emptyLists) {
    return []
  }
  const until = clock.seconds() - listLag
  return listLag > 0 ? records.filter(({ createdAt }) => createdAt <= until) : records
}

/** The filters that a list applies: none, as the quirks may have it. */
export function applied<Filters extends object>(
  { quirks }: World,
  filters: Filters
): Partial<Filters> {
  return quirks.ignoredFilters ? {} : filters
}

/** A limit of a time range in Unix seconds, as the quirks have it read. */
export function limitInSeconds({ quirks }: World, limit: number): number {
  const { rangeInMilliseconds, rangeZone = 0 } = quirks
  const seconds = rangeInMilliseconds ? limit / 1000 : limit
  return seconds - rangeZone * HOUR_SECONDS
}

/** How many rows a page of a list has. The service's own size is not known. */
const PAGE_SIZE = 10

/**
 * One page of a list, with the documented `metaData` and `links` beside it.
 *
 * @param query the call's own, which the links repeat
 */
export function onePage(
  operation: Operation,
  rows: readonly unknown[],
  { page = 1, ...query }: { readonly page?: number; readonly [filter: string]: unknown },
  address: string
): Answer {
  const lastPage = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
  const filters = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, String(value)])
  )
  const link = (to: number) =>
    to >= 1 && to <= lastPage && to !== page
      ? `${address}?${new URLSearchParams({ ...filters, page: String(to) })}`
      : null
  const start = (page - 1) * PAGE_SIZE
  const answer = done(operation, rows.slice(start, start + PAGE_SIZE))
  return {
    ...answer,
    body: {
      ...answer.body,
      metaData: {
        total: rows.length,
        perPage: PAGE_SIZE,
        currentPage: page,
        lastPage,
      },
      links: { previous: link(page - 1), next: link(page + 1) },
    },
  }
}

/** Where the payer is sent: the sandbox's own small pay page. */
export function payPage(origin: string, { uuid }: { uuid: string }): string {
  return `${origin}/pay/${uuid}`
}

export function unixOrNull(text: string | undefined): number | null {
  return text === undefined ? null : Number(text)
}
