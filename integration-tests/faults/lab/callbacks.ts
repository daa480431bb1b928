import { setTimeout as pause } from "node:timers/promises"

import type { Sale } from "./sales"
import type { Scene } from "./scene"

/** How many callbacks are on their way at the same time. */
const AT_A_TIME = 50

let sent = 0

/** An address the service would call, distinct from every other: a hint, which proves nothing. */
export function hintAddress(
  { sandbox }: Scene,
  { uuid }: Pick<Sale, "uuid">,
  status: string
): string {
  const { callbackUrl, grandTotal } = sandbox.order(uuid)
  if (!callbackUrl) {
    throw new Error(`The service has no callback address of ${uuid}.`)
  }
  const query = new URLSearchParams({
    orderUuid: uuid,
    status,
    amount: String(grandTotal),
    timestamp: String(1_700_000_000 + ++sent),
  })
  return `${callbackUrl}?${query}`
}

/** @returns the HTTP status of the answer; 0 when there was none */
export async function call(address: string): Promise<number> {
  try {
    const response = await fetch(address)
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

/**
 * Calls every address, many at a time.
 *
 * @param onAnswer hears of each answer, and of each that did not come
 * @returns the answers, in order
 */
export async function callAll(
  addresses: readonly string[],
  onAnswer: () => void = () => undefined
): Promise<number[]> {
  const answers: number[] = []
  const waiting = [...addresses.entries()]
  const caller = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, address] = next
      answers[index] = await call(address)
      onAnswer()
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, caller))
  return answers
}

/** As a service that repeats what was not accepted, with pauses. @returns every answer, in no particular order */
export async function callUntilAccepted(
  addresses: readonly string[],
  onAnswer?: () => void
): Promise<number[]> {
  const all: number[] = []
  let open = [...addresses]
  for (let round = 0; open.length > 0 && round < 20; round++) {
    const answers = await callAll(open, onAnswer)
    all.push(...answers)
    open = open.filter((_, index) => answers[index] !== 200)
    if (open.length > 0) {
      await pause(500)
    }
  }
  expect(open).toEqual([])
  return all
}

/**
 * Waits until the service has no callback left to send, and none that came waits to be processed.
 *
 * @param minutes from now at which a sweep tries those again that failed; without it, none does
 */
export async function callbacksProcessed(scene: Scene, minutes?: number): Promise<void> {
  await scene.sandbox.callbacks.settled()
  await scene.until("all callbacks are processed", async () => {
    if (minutes !== undefined) {
      await scene.sweep(minutes)
    }
    const { processed: _, ...open } = await inboxOf(scene)
    return Object.keys(open).length === 0
  })
}

/** How many distinct callbacks lie in the inbox, and in which states. */
export async function inboxOf({ database }: Scene): Promise<Record<string, number>> {
  const rows: { state: string; count: string }[] = await database("einvoice_callback")
    .select("state")
    .count({ count: "*" })
    .groupBy("state")
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

/** How often the service was asked for the status of an order. */
export const callsForStatus = ({ sandbox }: Scene): number =>
  sandbox.requests().filter(({ operationId }) => operationId === "orders.status").length
