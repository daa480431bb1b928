import type { EInvoiceSuite } from "./e-invoice-suite"

/** A call to the service that stands still until it is released. */
export type HeldCall = {
  /** Settles when the first such call stands still. */
  readonly reached: Promise<void>
  release(): void
}

/**
 * Holds the store's calls of an operation, as a slow network would.
 *
 * @param when `before`: the service has not heard of it; `after`: it has answered, and the store has not heard that yet
 */
export function holdCalls(
  { eInvoice }: EInvoiceSuite,
  operationId: string,
  when: "before" | "after"
): HeldCall {
  // Of all the client's operations none has to be told from another here.
  const connect = eInvoice.connect as unknown as {
    call(...given: [id: string, ...rest: unknown[]]): Promise<unknown>
  }
  const call = connect.call.bind(connect)
  const arrival = gate()
  const departure = gate()
  const stand = () => {
    arrival.open()
    return departure.opened
  }
  jest.spyOn(connect, "call").mockImplementation(async (...given) => {
    const isHeld = given[0] === operationId
    if (isHeld && when === "before") {
      await stand()
    }
    const answer = await call(...given)
    if (isHeld && when === "after") {
      await stand()
    }
    return answer
  })
  return { reached: arrival.opened, release: departure.open }
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
