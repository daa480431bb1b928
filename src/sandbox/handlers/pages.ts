import type { Operation } from "../../connect"
import type { Answer } from "../answers"
import { done } from "./replies"

/** How many rows a page of a list has. The service's own size is not known. */
export const PAGE_SIZE = 10

/** One page of a list, with the documented `metaData` and `links` beside it. */
export function onePage(
  operation: Operation,
  rows: readonly unknown[],
  page: number,
  address: string
): Answer {
  const lastPage = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
  const link = (to: number) =>
    to >= 1 && to <= lastPage && to !== page ? `${address}?page=${to}` : null
  const start = (page - 1) * PAGE_SIZE
  const answer = done(operation, rows.slice(start, start + PAGE_SIZE), true)
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
