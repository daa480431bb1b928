import { personalNumberOf } from "../../../demo/personal-numbers"
import { Shopper, type Completion } from "../../http/support/shopper"
import type { HttpAnswer } from "../../http/support/http-client"
import type { Scene } from "./scene"

/** What a shopper saw of an attempt to place an order. */
export type Attempt = {
  shopper: Shopper
  /** Undefined when no answer came. */
  orderId: string | undefined
  /** What the shopper was told instead. */
  sentence: string | undefined
  durationMs: number
}

/** As many as there are made-up personal numbers. */
const PEOPLE = 28

let arrived = 0

/**
 * One of many people fills a cart and chooses invoice. Each has a number, an address and a phone of their own: the service
 * knows people by their number, and lists the address it knows.
 */
export async function arrive(scene: Scene): Promise<Shopper> {
  const person = arrived++ % PEOPLE
  const shopper = await Shopper.arrive(scene, {
    email: `guest-${person}@example.com`,
    address: { phone: `+47 400 00 0${10 + person}` },
  })
  const { status, body } = await shopper.chooseInvoice({
    personal_number: personalNumberOf(person),
  })
  if (status !== 200) {
    throw new Error(`No payment session: ${body.message}`)
  }
  return shopper
}

/** Presses the button that places the order. */
export async function order(shopper: Shopper): Promise<Attempt> {
  const started = performance.now()
  const answer = await shopper.complete().catch((): undefined => undefined)
  return {
    shopper,
    ...seenOf(answer),
    durationMs: performance.now() - started,
  }
}

/** Fills a cart and places the order. */
export const buy = async (scene: Scene): Promise<Attempt> => order(await arrive(scene))

function seenOf(answer: HttpAnswer<Completion> | undefined): Pick<Attempt, "orderId" | "sentence"> {
  if (answer?.body.type === "order") {
    // Medusa leaves the order out where it has taken it back and the database went before the cart's link to it.
    const { order }: { order?: { id: string } } = answer.body
    return { orderId: order?.id, sentence: undefined }
  }
  return { orderId: undefined, sentence: answer?.body.error?.message }
}
