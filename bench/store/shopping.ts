import { personalNumberOf } from "../../demo/personal-numbers"
import { Shopper } from "../../integration-tests/http/support/shopper"
import type { Scene } from "./lab"
import type { StoreProcess } from "./store-process"

export const E_INVOICE = "pp_e-invoice_private"
export const SYSTEM = "pp_system_default"

/** As many as there are made-up personal numbers. */
const PEOPLE = 28

let arrived = 0

/**
 * Fills a cart and chooses how to pay, so that nothing is left but to complete it. People are told apart: the service knows
 * them by their number, and two guests of one address who come at the same moment are one too many for Medusa.
 */
export async function readyToComplete(
  { store: contents }: Pick<Scene, "store">,
  { http }: StoreProcess,
  provider: string
): Promise<Shopper> {
  const person = arrived++ % PEOPLE
  const shopper = await Shopper.arrive(
    { http, store: contents },
    {
      email: `shopper-${person}@example.com`,
      address: { phone: `+47 400 00 0${10 + person}` },
    }
  )
  const data = provider === E_INVOICE ? { personal_number: personalNumberOf(person) } : {}
  const { status, body } = await shopper.chooseInvoice(data, provider)
  if (status !== 200) {
    throw new Error(`No payment session with ${provider}: ${body.message}`)
  }
  return shopper
}

/** Completes the cart. @returns id of the order. @throws Error when there is none */
export async function completed(shopper: Shopper): Promise<string> {
  const { body } = await shopper.complete()
  if (body.type !== "order") {
    throw new Error(`Not placed: ${body.error?.message}`)
  }
  return body.order.id
}
