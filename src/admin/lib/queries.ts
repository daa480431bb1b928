import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"

import { useEffect, useRef } from "react"

import { type AdminQuery, adminRequest, sdk } from "./request"

type EInvoiceQuery = {
  /**
   * Below `/admin/e-invoice`, with its parameters encoded: `/orders/${encodeURIComponent(id)}`; of an operation of the
   * service `operationPath(id)`, its parameters in `query`.
   */
  readonly path: string
  readonly query?: AdminQuery | undefined
  /** Part of the key, not of the request: when it changes, the answer is fetched anew (see `orderRevision`). */
  readonly revision?: string
  /** False while what the path needs is not known yet. */
  readonly isEnabled?: boolean
  /** Keeps the last answer on the screen while another page of the same list is fetched. */
  readonly keepsPrevious?: boolean
  /** Asks anew whenever it comes on the screen: what the service itself answers, and what a drawer shows. */
  readonly isAlwaysFresh?: boolean
  /** Asks anew while it is on the screen: only what this store answers by itself, as `followed` says. */
  readonly isFollowed?: boolean | "slowly"
}

/**
 * A page shows what a callback or a colleague changed without a reload. A window that is out of sight asks nothing, and
 * what is on the screen stays there when a request fails.
 */
export const followed = { refetchInterval: 5_000, staleTime: 0 } as const

/** Asks anew for what could not be loaded again, while it is on the screen. */
const repeatedWhenOutOfDate = {
  refetchInterval: ({ state }: { state: { status: string; data: unknown } }) =>
    state.status === "error" && state.data !== undefined ? 10_000 : false,
} as const

/** For what this store adds up over many orders. */
const followedSlowly = { ...followed, refetchInterval: 30_000 } as const

/**
 * Reads a route of our Admin API: `GET /admin/e-invoice${path}`. Every operation that is run with `useOperation` fetches
 * it anew afterwards. Not repeated when it fails, as a refusal stays a refusal: the screen offers to try again. Only what was loaded
 * before, and may be out of date, is.
 *
 * @param read takes what is needed out of the answer, whose type the server says; the same function at every render
 * @returns react-query's result; show `error` with `LoadFailure`
 */
export const useEInvoiceQuery = <Result>(
  {
    path,
    query,
    revision,
    isEnabled = true,
    keepsPrevious = false,
    isAlwaysFresh = false,
    isFollowed = false,
  }: EInvoiceQuery,
  read: (answer: never) => Result
) =>
  useQuery<Result>({
    queryKey: [...eInvoiceQueryKeys.read(path, query), revision ?? ""],
    queryFn: async ({ signal }) =>
      read((await adminRequest("GET", path, { query, signal })) as never),
    enabled: isEnabled,
    retry: false,
    ...repeatedWhenOutOfDate,
    ...(isAlwaysFresh && { staleTime: 0 }),
    ...(isFollowed && (isFollowed === "slowly" ? followedSlowly : followed)),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })

/**
 * Shows what an operation answered wherever the route at the same path is on the screen, until it is fetched anew: a drawer that is
 * opened at once must not offer what was just used up.
 */
export const useAnswer = (path: string): ((answer: object) => void) => {
  const queryClient = useQueryClient()
  return (answer) => {
    queryClient.setQueryData<object>([...eInvoiceQueryKeys.read(path), ""], answer)
  }
}

/**
 * Asks the service anew once this store's own records of what is shown have changed, which costs nothing to follow: the service
 * is not asked every few seconds.
 *
 * @param records which of the remembered records, by the filters of `GET /admin/e-invoice/records`
 * @param refetch of the query that asks the service
 */
export const useInStepWithRecords = (records: AdminQuery, refetch: () => unknown): void => {
  const { data: statuses } = useEInvoiceQuery(
    { path: "/records", query: records, isFollowed: true },
    readStatuses
  )
  const which = JSON.stringify(records)
  const seen = useRef({ which, statuses })

  useEffect(() => {
    const { current } = seen
    seen.current = { which, statuses }
    if (
      current.which === which &&
      current.statuses !== undefined &&
      current.statuses !== statuses
    ) {
      void refetch()
    }
  }, [which, statuses, refetch])
}

/** Not the moment of the last check, which every look at the service changes. */
const readStatuses = ({ records }: { records: readonly { id: string; status: string | null }[] }) =>
  records
    .map(({ id, status }) => `${id} ${status}`)
    .sort()
    .join()

/** The reasons for refunds that the store keeps, as Medusa's own refund form offers them. */
export const useRefundReasons = () =>
  useQuery({
    queryKey: [...all, "refund-reasons"],
    queryFn: async () =>
      (await sdk.admin.refundReason.list({ limit: 100, fields: "id,label" })).refund_reasons,
    retry: false,
  })

const all = ["e-invoice"] as const

/** Keys of what the dashboard has fetched from our Admin API. Each begins with the one above it. */
export const eInvoiceQueryKeys = {
  all,
  orders: () => [...all, "orders"] as const,
  ordersOf: (orderId: string, revision: string) =>
    [...all, "orders", "of", orderId, revision] as const,
  order: (id: string) => [...all, "orders", "detail", id] as const,
  /** Any other route that is read, by its path below `/admin/e-invoice` and its query. */
  read: (path: string, query?: Readonly<Record<string, unknown>>) =>
    [...all, "read", path, query ?? {}] as const,
  /** What is being changed, by its path below `/admin/e-invoice`, and the record it is done to where the path does not say. */
  operation: (path: string, params?: Readonly<Record<string, string>>) =>
    [...all, "operation", path, params ?? {}] as const,
}
