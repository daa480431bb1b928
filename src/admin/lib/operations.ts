import { customersQueryKeys, ordersQueryKeys } from "@medusajs/dashboard/hooks"
import { toast, usePrompt } from "@medusajs/ui"
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"

import type { Can, DescribedOperation, OperationId } from "../../api/admin/e-invoice/answers"
import { AdminRequestError, errorSentence } from "./errors"
import { provesNoEffect, intentKeys } from "./idempotency-keys"
import { eInvoiceQueryKeys, useEInvoiceQuery } from "./queries"
import { adminRequest } from "./request"
import { type TextKey, useTexts } from "./texts"

/** Where something is changed, and what in Medusa may change with it. */
export type OperationTarget = {
  /**
   * Below `/admin/e-invoice`, with its parameters encoded: `/orders/${encodeURIComponent(id)}/cancel`; of an operation of
   * the service `operationPath(id)`.
   */
  readonly path: string
  /** Path parameters of an operation of the service, by their own names. */
  readonly params?: Readonly<Record<string, string>>
  /** The Medusa order that may change with it; its own view is fetched anew. */
  readonly orderId?: string | undefined
  /** The Medusa customer that may change with it. */
  readonly customerId?: string | undefined
  /** In which its amounts are; a refusal names them in it. */
  readonly currencyCode?: string | undefined
}

type RunOptions<Result> = {
  /** Called with the parsed answer when it was carried out, also when the component is gone by then. */
  readonly onSuccess?: (result: Result) => void
  readonly onError?: (error: Error) => void
}

export type OperationRun<Result> = {
  /** Sends the body once; does nothing while the same path is being sent from anywhere on the page. */
  readonly run: (body?: object, options?: RunOptions<Result>) => void
  readonly isRunning: boolean
  /** Why it was not carried out, or is in doubt: show it with `OperationFailure`. */
  readonly error: Error | null
  /** Forgets the error. */
  readonly reset: () => void
}

/**
 * Changes something: `POST /admin/e-invoice${path}` with an `Idempotency-Key`. The key belongs to the intent: it stays
 * while the outcome is unknown, so that pressing again is safe, and is a new one after success, after a definite refusal
 * or when the body changes. While it runs, no second run of the same path is started from anywhere on the page.
 * Afterwards everything it may have changed is fetched anew, Medusa's own view of the order and customer included.
 *
 * `ActionDrawer` and `ActionButton` are made on it; use it directly only where neither fits.
 *
 * @param read takes what is needed out of the answer, whose type the server says; `ignoreAnswer` when nothing is
 */
export const useOperation = <Result>(
  { path, params, orderId, customerId, currencyCode }: OperationTarget,
  read: (answer: never) => Result
): OperationRun<Result> => {
  const queryClient = useQueryClient()
  const mutationKey = eInvoiceQueryKeys.operation(path, params)
  const isRunning = useIsMutating({ mutationKey }) > 0
  const tellShouldItGo = useErrorThatMayGo()

  const mutation = useMutation<Result, Error, object>({
    mutationKey,
    // Offline, a press fails at once; it is not sent later, when staff no longer expect it.
    networkMode: "always",
    // A body may hold a personal number: nothing of it is kept once no page shows it.
    gcTime: 0,
    mutationFn: async (body) =>
      read((await send(path, params ? { params, ...body } : body, currencyCode)) as never),
    // Not waited for: what the page reads live from a slow service must not keep back how it went.
    onSettled: () => fetchAnew(queryClient, orderId, customerId),
  })

  return {
    run: (body = {}, options = {}) => {
      if (queryClient.isMutating({ mutationKey }) === 0) {
        // What was carried out may have taken its own button off the screen: how it went is told all the same.
        mutation.mutateAsync(body).then(
          (result) => {
            mutation.reset()
            options.onSuccess?.(result)
          },
          (error: Error) => {
            tellShouldItGo(error)
            options.onError?.(error)
          }
        )
      }
    },
    isRunning,
    error: mutation.error,
    reset: mutation.reset,
  }
}

/** How long after a failure what is fetched anew may take the place of what shows it, in milliseconds. */
const REPLACED_WITHIN = 5000

/**
 * Tells of an error by a toast where nothing shows it: what is fetched anew after a failure may take the button with its error off
 * the screen, as of a doubt that a colleague has settled meanwhile.
 */
const useErrorThatMayGo = (): ((error: Error) => void) => {
  const t = useTexts()
  const shown = useRef({ isThere: false, sentence: "", until: 0 })

  useEffect(() => {
    const { current } = shown
    current.isThere = true
    return () => {
      current.isThere = false
      if (Date.now() < current.until) {
        toast.error(current.sentence)
      }
    }
  }, [])

  return (error) => {
    const sentence = errorSentence(t, error)
    if (shown.current.isThere) {
      Object.assign(shown.current, { sentence, until: Date.now() + REPLACED_WITHIN })
    } else {
      toast.error(sentence)
    }
  }
}

/** Where an operation of the service is called; what changes something takes its fields in `body`. */
export const operationPath = (id: OperationId): string => `/operations/${id}`

/** For operations whose answer says nothing that the screen needs. */
export const ignoreAnswer = (): undefined => undefined

const send = async (
  path: string,
  body: object,
  currencyCode: string | undefined
): Promise<unknown> => {
  const key = intentKeys.keyOf(path, body)
  try {
    const answer = await adminRequest("POST", path, {
      body,
      headers: { "idempotency-key": key },
      currencyCode,
    })
    intentKeys.settle(path, body)
    return answer
  } catch (error) {
    if (provesNoEffect(error)) {
      intentKeys.settle(path, body)
    }
    throw error
  }
}

const fetchAnew = (
  queryClient: QueryClient,
  orderId: string | undefined,
  customerId: string | undefined
): void =>
  [
    eInvoiceQueryKeys.all,
    ...(orderId === undefined ? [] : [ordersQueryKeys.all, ordersQueryKeys.preview(orderId)]),
    ...(customerId === undefined ? [] : [customersQueryKeys.all]),
  ].forEach((queryKey) => void queryClient.invalidateQueries({ queryKey }))

const readOperations = ({ operations }: { operations: DescribedOperation[] }) => operations

/**
 * Why an operation cannot be used, for the disabled button: switched off in the store's options, or not possible in the
 * record's status.
 *
 * @param operationId such as `orders.cancel`
 * @param can what the server says can be done with the record; left out where there is no record
 * @param statusInWords the record's status, such as `t(statusWords(order).text)`
 * @returns undefined when it can be used, and while that is not known: the server decides in the end
 */
export const useUnavailability = (
  operationId: OperationId,
  can?: Can,
  statusInWords = ""
): string | undefined => {
  const t = useTexts()
  const { data: operations } = useEInvoiceQuery({ path: "/operations" }, readOperations)
  const operation = operations?.find(({ id }) => id === operationId)
  const possibility = can?.[operationId] ?? (operation?.enabled === false ? "switched_off" : "yes")

  switch (possibility) {
    case "yes":
      return undefined
    case "switched_off":
      return t("forms.unavailable.switchedOff", { option: `operations.${operationId}.enabled` })
    case "status":
      return t("forms.unavailable.byStatus", { status: statusInWords })
    case "nothing_there":
      return t("cancelOrder.nothingThere")
  }
}

/** What is asked before something moves money or cannot be undone. */
export type Confirmation = {
  readonly title: string
  /** What happens, and the amount when money moves. */
  readonly description: string
  /** Says what is done, such as "Cancel the invoice"; never just "OK". */
  readonly confirmText: string
  /** Says what is not done; "Go back" when left out. */
  readonly cancelText?: string
  /** `danger` (red) for what destroys, `confirmation` for what only moves money. The first when left out. */
  readonly variant?: "danger" | "confirmation"
}

/** Asks for confirmation; answers true at once when there is nothing to ask. Declining keeps the focus where it was. */
export const useConfirmation = () => {
  const t = useTexts()
  const prompt = usePrompt()

  return async (confirmation: Confirmation | undefined): Promise<boolean> => {
    if (confirmation === undefined) {
      return true
    }
    const { activeElement } = document
    const isConfirmed = await prompt({
      cancelText: t("forms.goBack"),
      ...confirmation,
    })
    if (!isConfirmed && activeElement instanceof HTMLElement) {
      activeElement.focus()
    }
    return isConfirmed
  }
}

/** Whether what is sent only records what the service did. */
const isRecord = (body: object): boolean =>
  "carried_out" in body || ("given_at_service" in body && body.given_at_service === true)

const repeatedWhat = ({ values }: AdminRequestError, body: object): TextKey => {
  if (values.subscription !== undefined) {
    return "forms.repeat.subscription"
  }
  return isRecord(body) ? "forms.repeat.record" : "forms.repeat.description"
}

/**
 * Asks whether money that was moved shortly before is moved in addition, or another such record made.
 *
 * @returns the body that says so; undefined when the refusal is another one, or the person declines
 */
export const useRepeatConfirmation = () => {
  const t = useTexts()
  const isConfirmed = useConfirmation()

  return async (
    error: Error,
    { body = {}, confirmText }: { body?: object | undefined; confirmText: string }
  ): Promise<object | undefined> => {
    if (!(error instanceof AdminRequestError) || error.code !== "confirm_repeat") {
      return undefined
    }
    const isMeant = await isConfirmed({
      title: t(isRecord(body) ? "forms.repeat.recordTitle" : "forms.repeat.title"),
      description: t(repeatedWhat(error, body)),
      confirmText,
      variant: "confirmation",
    })
    // What the server named is confirmed, and nothing that comes after.
    const { seen } = error.values
    return isMeant
      ? { ...body, ...(seen !== undefined && { seen }), confirm_repeat: true }
      : undefined
  }
}
