import type { EInvoiceSuite } from "./e-invoice-suite"

/** A call to the service that stands still until it is released. */
export type HeldCall = {
  /** Settles when the call stands still. */
  readonly reached: Promise<void>
  release(): void
}

/** Of all the client's operations none has to be told from another here. */
type AnyClient = {
  call(...given: [id: string, ...rest: unknown[]]): Promise<unknown>
}

/**
 * Holds the store's next call of an operation, as a slow network would. `forgetFailures` of the suite ends it all.
 *
 * @param when `before`: the service has not heard of it; `after`: it has answered, and the store has not heard that yet
 */
export function holdCall(
  { eInvoice }: EInvoiceSuite,
  operationId: string,
  when: "before" | "after"
): HeldCall {
  const client = eInvoice.connect as unknown as AnyClient
  const call = client.call.bind(client)
  const arrival = gate()
  const departure = gate()
  let isHeld = false
  client.call = async (...given) => {
    const isNext = !isHeld && given[0] === operationId
    isHeld ||= isNext
    const stand = async (moment: "before" | "after") => {
      if (isNext && when === moment) {
        arrival.open()
        await departure.opened
      }
    }
    await stand("before")
    const answer = await call(...given)
    await stand("after")
    return answer
  }
  return { reached: arrival.opened, release: departure.open }
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
