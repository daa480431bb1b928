import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { LeaseLostError } from "../../modules/e-invoice/leases"
import { messageOf } from "../../modules/e-invoice/message-of"
import { sweepCallbacks } from "../callbacks/inbox-worker"
import { eInvoiceModule, orderLockKey } from "../e-invoice-module"
import { StatusList } from "./listed-statuses"
import { sweepEndedCreations, sweepLostSenders, sweepOpenCreations } from "./sweep-creations"
import { sweepDueOrders, sweepDueRecords, type SweptOrders, type SweptRecords } from "./sweep-due"
import { sweepHeldOrders } from "./sweep-held-orders"
import { sweepLeftOrders } from "./sweep-left-orders"
import { sweepLeftRefunds } from "./sweep-left-refunds"
import { sweepOrderChanges } from "./sweep-order-changes"
import type { SweepTerms } from "../background-work"

const BATCH = 500

/** How long a sweep goes on taking batches, in milliseconds: the job starts one every minute. */
const BUDGET = 45_000

/** How much longer it asks about orders of the batches it has taken, in milliseconds. */
const GRACE = 10_000

/** What a sweep did; null when another one was at it. */
export type Sweep = SweptOrders & {
  readonly callbacks: number
  readonly openCreations: number
  /** Reservations, subscriptions and orders made beside checkouts. */
  readonly records: SweptRecords
}

/**
 * Looks at everything that is due: callbacks to process, creations in doubt, orders and
 * other records that have not been heard of, changes of Medusa orders, cancellations the service has not confirmed. One sweep runs at a time,
 * whatever number of servers share the database; what one does not manage, the next takes up, also when it was killed.
 * A part that fails does not keep the others from their turn.
 *
 * @param options.now the moment of the sweep; the present unless a test says otherwise
 * @param options.batch how many records of a kind are taken at a time
 * @param options.budgetMs milliseconds after which no further batch of orders is taken
 * @throws LeaseLostError when another sweep may have taken this one's place; what is left is that one's
 * @throws whatever a part of it failed with, after all others had their turn; AggregateError where several did
 */
export async function sweepEInvoiceOrders(
  container: MedusaContainer,
  {
    now = eInvoiceModule(container).clock.now(),
    batch = BATCH,
    budgetMs = BUDGET,
  }: { now?: Date; batch?: number; budgetMs?: number } = {}
): Promise<Sweep | null> {
  const { leases, jobs } = eInvoiceModule(container)
  const deadline = performance.now() + budgetMs
  const swept = await leases.hold("sweep", (lease) =>
    jobs.run("sweep", () =>
      sweep({
        container,
        now,
        batch,
        deadline,
        lastCall: deadline + GRACE,
        lease,
      })
    )
  )
  return swept ?? null
}

async function sweep(terms: SweepTerms): Promise<Sweep> {
  const list = new StatusList(terms)
  const failures: unknown[] = []
  const part = <Result>(work: () => Promise<Result>, none: Result) =>
    work().catch((error: unknown) => {
      if (error instanceof LeaseLostError) {
        throw error
      }
      failures.push(error)
      return none
    })
  await part(() => freeExpiredLocks(terms.container), undefined)
  const callbacks = await part(() => sweepCallbacks(terms), 0)
  const openCreations = await part(() => sweepOpenCreations(terms), 0)
  await part(() => sweepEndedCreations(terms), undefined)
  await part(() => sweepHeldOrders(terms), undefined)
  await part(() => sweepLeftRefunds(terms), undefined)
  await part(() => sweepLostSenders(terms), undefined)
  const orders = await part(() => sweepDueOrders(terms, list), {
    due: 0,
    synchronised: 0,
    postponed: 0,
  })
  const records = await part(() => sweepDueRecords(terms, list), {
    due: 0,
    asked: 0,
    postponed: 0,
  })
  await part(() => sweepOrderChanges(terms), undefined)
  await part(() => sweepLeftOrders(terms), undefined)
  if (failures.length > 0) {
    throw failures.length === 1
      ? failures[0]
      : new AggregateError(failures, failures.map(messageOf).join("; "))
  }
  return { ...orders, callbacks, openCreations, records }
}

/** Where Medusa's PostgreSQL locking provider keeps its locks, in a store that uses it. */
const TABLE = "locking"

/**
 * Frees locks of orders whose time has passed. Medusa's other locking providers do so themselves; the one for PostgreSQL
 * refuses an expired lock for ever, so that an order whose process was killed would stay locked.
 */
export async function freeExpiredLocks(container: MedusaContainer): Promise<void> {
  const database: Knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  if (await database.schema.hasTable(TABLE)) {
    await database(TABLE)
      .whereLike("id", `${orderLockKey("")}%`)
      .where("expiration", "<", database.fn.now())
      .delete()
  }
}
