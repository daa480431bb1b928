import { MedusaError } from "@medusajs/framework/utils"

import {
  type Lease,
  LeaseLostError,
  type Leases,
  ownWrite,
  type PaymentWrite,
  retryUntilDone,
} from "../modules/e-invoice/leases"

/** How long Medusa may take to write what it asked the provider for, after the provider answered, in milliseconds. */
const WRITTEN_WITHIN = 3_000

/** How long one that gives way may take to be gone from Medusa, in milliseconds. */
const GONE_WITHIN = 2_000

/** Code of the refusal of a payment or refund while another of its order stays under way. */
export const UNDER_WAY = "payment_under_way"

const leaseOf = (orderId: string) => `payments:${orderId}`

/** Whether a payment or refund of the order is being recorded: what Medusa says of its amounts may be half of it. */
export const isPaymentUnderWay = (
  leases: Pick<Leases, "isHeld">,
  orderId: string
): Promise<boolean> => leases.isHeld(leaseOf(orderId))

/**
 * Waits until no payment or refund of the order is being recorded.
 *
 * @returns undefined where one stays under way
 */
export const untilPaymentsAreRecorded = (
  leases: Pick<Leases, "isHeld">,
  orderId: string
): Promise<true | undefined> =>
  retryUntilDone(async () => !(await isPaymentUnderWay(leases, orderId)) || undefined)

/** What is written of a payment, and the Medusa order that counts it; without one nothing has to wait. */
export type PaymentToWrite = Omit<PaymentWrite, "orderId"> & {
  readonly orderId: string | undefined
}

const isOfOrder = (what: PaymentToWrite): what is PaymentWrite => what.orderId !== undefined

/** Where no order counts the payment there is nothing to wait for, and nothing to lose. */
const NO_LEASE: Lease = { check: () => Promise.resolve() }

/**
 * Writes one payment or refund of a Medusa order at a time. Medusa adds it to the order's summary by reading and writing
 * that: of two at once, one would never be counted.
 *
 * @param write has to check the lease right before it writes: a process that stood still may have lost it
 * @throws MedusaError not_allowed with the code `payment_under_way` when another stays under way
 */
export async function writePayment<Written>(
  leases: Pick<Leases, "hold">,
  what: PaymentToWrite,
  write: (lease: Lease) => Promise<Written>
): Promise<Written> {
  if (!isOfOrder(what)) {
    return write(NO_LEASE)
  }
  const written = await retryUntilDone(() =>
    leases.hold(leaseOf(what.orderId), async (lease) => {
      const own = { ...what, lease, isOver: false }
      try {
        return { result: await ownWrite.run(own, () => write(lease)) }
      } finally {
        // What the write left behind, as what hears an event of it, has no part in the next holder's.
        own.isOver = true
      }
    })
  )
  if (!written) {
    throw underWay(what.orderId)
  }
  return written.result
}

/**
 * Answers what Medusa asks the provider for under the order's payment lease, and keeps that until Medusa has written it, or what it
 * writes of a refund that failed: it does so after the answer. What the plugin asks Medusa for itself holds the lease already. So
 * does what begins within that, as a subscriber that captures the same payment from within a capture: it does not wait.
 *
 * @param answer has to check the lease right before what cannot be taken back; a lost lease is answered like one that another
 *   holds
 * @param isAlone whether Medusa has nothing else in hand that it would write along with this. One that is not gives way at
 *   once where another holds the lease: it must not wait, since Medusa has written it down already.
 * @throws MedusaError not_allowed with the code `payment_under_way` when another stays under way; Medusa takes back what it wrote
 */
export async function answerMedusa<Answer>(
  leases: Pick<Leases, "hold">,
  what: PaymentToWrite,
  answer: (lease: Lease) => Promise<Answer>,
  isAlone: (lease: "held" | "awaited") => Promise<boolean> = () => Promise.resolve(true)
): Promise<Answer> {
  if (!isOfOrder(what)) {
    return answer(NO_LEASE)
  }
  const fenced = async (lease: Lease) => {
    try {
      return await answer(lease)
    } catch (error) {
      throw error instanceof LeaseLostError ? underWay(what.orderId) : error
    }
  }
  const own = ownWrite.getStore()
  if (own && !own.isOver && isSame(own, what)) {
    return fenced(own.lease)
  }
  const alone = async () => (await isAlone("held")) || undefined
  const held = await retryUntilDone(async () => {
    const done = await leases.hold(
      leaseOf(what.orderId),
      async (lease) => {
        if (!(await retryUntilDone(alone, GONE_WITHIN))) {
          throw underWay(what.orderId)
        }
        return { answer: await fenced(lease) }
      },
      { lingers: WRITTEN_WITHIN }
    )
    if (!done && !(await isAlone("awaited"))) {
      throw underWay(what.orderId)
    }
    return done
  })
  if (!held) {
    throw underWay(what.orderId)
  }
  return held.answer
}

const isSame = (one: PaymentWrite, other: PaymentWrite) =>
  one.orderId === other.orderId && one.paymentId === other.paymentId && one.of === other.of

// Medusa answers a conflict with a sentence of its own, about a key that no request carried.
export const underWay = (orderId: string): MedusaError =>
  new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Nothing was done: another payment or refund of Medusa order ${orderId} is being recorded. Try again in a moment.`,
    UNDER_WAY
  )
