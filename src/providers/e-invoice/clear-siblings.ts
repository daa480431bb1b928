import { z } from "@medusajs/framework/zod"

import { ConnectError, parseOrderStatus } from "../../connect"
import { type Cancellation, cancelAtService } from "../../domain/status/cancel-at-service"
import type { JournalRow } from "../../modules/e-invoice/creation/journal-row"
import {
  isCancelled,
  isLastingStatus,
  type LastingStatus,
} from "../../modules/e-invoice/status/order-status-machine"
import type { Deadline } from "./deadline"
import { declined } from "./declined"
import type { ProviderDependencies } from "./dependencies"
import type { PaymentSession } from "./payment-session"
import { settleOpenAttempt } from "./settle-open-attempt"
import { shopperSentences } from "./shopper-sentences"

/** How much of the time left a cancellation may take. */
const RETIREMENT_SHARE = 0.4

/**
 * Makes sure that no other session of the same payment collection has, or may have, an unclaimed order at the service:
 * a storefront that makes a new session for each attempt must not bill the shopper for each. What expired is cancelled as
 * well, since the service could still make an invoice of it.
 *
 * @returns ids of siblings that expired and that the service will not cancel: they do not stand in the way
 * @throws MedusaError telling the shopper to wait, or that an earlier invoice was paid
 */
export async function clearSiblings(
  dependencies: ProviderDependencies,
  session: PaymentSession,
  deadline: Deadline
): Promise<ReadonlySet<string>> {
  const leftExpired = new Set<string>()
  const siblings = await dependencies.eInvoice.journal.siblings(session.collectionId, session.id)
  for (const sibling of siblings) {
    const settled = await settleOpenAttempt(dependencies, sibling, deadline)
    if (await isUnclaimed(dependencies, settled)) {
      const outcome = await retire(dependencies, settled, deadline)
      if (outcome === "expired") {
        leftExpired.add(settled.id)
      }
    }
  }
  return leftExpired
}

/**
 * Whether a sibling got an order after the siblings were cleared. Asked while this session's row is `sending`, when no
 * other can become so, it leaves no gap.
 *
 * @param leftExpired siblings that do not stand in the way for as long as they are EXPIRED
 */
export async function hasUnclaimedSibling(
  dependencies: ProviderDependencies,
  session: PaymentSession,
  leftExpired: ReadonlySet<string>
): Promise<boolean> {
  const siblings = await dependencies.eInvoice.journal.siblings(session.collectionId, session.id)
  for (const sibling of siblings) {
    const isLeft = leftExpired.has(sibling.id) && statusOf(sibling) === "EXPIRED"
    if (!isLeft && (await isUnclaimed(dependencies, sibling))) {
      return true
    }
  }
  return false
}

async function isUnclaimed({ query }: ProviderDependencies, row: JournalRow): Promise<boolean> {
  if (row.state !== "created" || isCancelled(statusOf(row))) {
    return false
  }
  return !(await hasPayment(query, row.payment_session_id))
}

/** The status of an order at the service, as its row has it. */
export function statusOf({ remote_status }: JournalRow): LastingStatus | undefined {
  const status = parseOrderStatus(remote_status)
  return isLastingStatus(status) ? status : undefined
}

/** Cancels an order that nobody claims; what cannot be cancelled now goes on being tried by the sweep. */
async function retire(
  { eInvoice }: ProviderDependencies,
  row: JournalRow,
  deadline: Deadline
): Promise<Cancellation["outcome"]> {
  const order = await eInvoice.statuses.find(row.id)
  if (!order) {
    return "nothing-there"
  }
  const { outcome } = await cancelAtService(eInvoice, order, {
    note: "Replaced by a later attempt to pay",
    actor: "shopper",
    budgetMs: deadline.share(RETIREMENT_SHARE),
  }).catch((error: unknown) => {
    if (error instanceof ConnectError) {
      throw declined(shopperSentences.waiting)
    }
    throw error
  })
  if (outcome === "refused") {
    throw declined(shopperSentences.alreadyPaid)
  }
  if (outcome === "creation-open") {
    throw declined(shopperSentences.waiting)
  }
  return outcome
}

const payments = z.array(z.object({ canceled_at: z.unknown() }))

async function hasPayment(
  query: ProviderDependencies["query"],
  paymentSessionId: string
): Promise<boolean> {
  const { data } = await query.graph({
    entity: "payment",
    fields: ["id", "canceled_at"],
    filters: { payment_session_id: paymentSessionId },
  })
  return payments.parse(data).some(({ canceled_at }) => !canceled_at)
}
