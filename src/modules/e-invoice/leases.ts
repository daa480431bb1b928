import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"

import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const TABLE = "einvoice_lease"

/** How long a lease outlives its last renewal, in milliseconds: a killed process keeps its work from others for so long. */
const LIFETIME = 30_000

/** Milliseconds between two renewals. */
const HEARTBEAT = 10_000

/** How long a renewal is believed without asking again, in milliseconds; far less than a lease lives. */
const BELIEVED = 5_000

/** Milliseconds to wait for another that does the same. */
export const PATIENCE = 20_000

/** Milliseconds between two attempts to get a lease. */
const PAUSE = 200

/**
 * Tries until it succeeds, as long as another may be expected to end.
 *
 * @param patience how long that is, in milliseconds
 * @returns undefined where another stays at it
 */
export async function retryUntilDone<Result>(
  attempt: () => Promise<Result | undefined>,
  patience = PATIENCE
): Promise<Result | undefined> {
  for (let waited = 0; waited <= patience; waited += PAUSE) {
    const done = await attempt()
    if (done !== undefined) {
      return done
    }
    await setTimeout(PAUSE)
  }
  return undefined
}

/** Another process may hold the lease by now: whatever is not done yet is that one's to do. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError"

  constructor(lease: string) {
    super(
      `The lease "${lease}" was lost; another process may be at work. What is left is done by that one.`
    )
  }
}

/** The right to be the only one who does something, for as long as it is renewed. */
export type Lease = {
  /**
   * To be called before each effect.
   *
   * @throws LeaseLostError when the lease may have passed to another process
   * @throws whatever the database says when it cannot be asked
   */
  check(): Promise<void>
}

/**
 * Lets one process at a time do something, of all that share the database. A lease is a row with an end, by the
 * database's own clock; the process that holds it renews it until its work is done. No connection is held meanwhile, so
 * neither a timeout of idle transactions nor a connection pooler ends a lease, and no other process's clock matters. The
 * lease of a killed process ends by itself.
 */
export class Leases {
  constructor(private readonly database: Knex) {}

  /**
   * @param name what is done; the same name is held once at a time
   * @param options.lingers how long it is held after the work ended, in milliseconds
   * @returns undefined when another holds it
   */
  async hold<Result>(
    name: string,
    work: (lease: Lease) => Promise<Result>,
    { lingers = 0 }: { lingers?: number } = {}
  ): Promise<Result | undefined> {
    const lease = await this.acquire(name)
    if (!lease) {
      return undefined
    }
    const heartbeat = setInterval(() => {
      // Whether it succeeded is asked by `check`.
      lease.renew().catch(() => undefined)
    }, HEARTBEAT)
    heartbeat.unref()
    try {
      return await work(lease)
    } finally {
      clearInterval(heartbeat)
      // A row that cannot be deleted ends by its time.
      await (lingers > 0 ? lease.renew(lingers) : lease.release()).catch(() => undefined)
    }
  }

  async isHeld(name: string): Promise<boolean> {
    const row: unknown = await this.database(TABLE)
      .where({ name })
      .where("expires_at", ">", this.database.fn.now())
      .first("name")
    return row !== undefined
  }

  private async acquire(name: string): Promise<HeldLease | undefined> {
    const holder = randomUUID()
    const at = performance.now()
    const { rows } = await this.database.raw<{ rows: unknown[] }>(
      `insert into ${TABLE} (name, holder, expires_at) values (:name, :holder, now() + :lifetime * interval '1 ms')
       on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at, updated_at = now()
         where ${TABLE}.expires_at <= now()
       returning name`,
      { name, holder, lifetime: LIFETIME }
    )
    return rows.length > 0 ? new HeldLease(this.database, name, holder, at) : undefined
  }
}

class HeldLease implements Lease {
  #isLost = false

  /** @param renewedAt when the last renewal was sent, by a clock that is never set */
  constructor(
    private readonly database: Knex,
    private readonly name: string,
    private readonly holder: string,
    private renewedAt: number
  ) {}

  async check(): Promise<void> {
    if (!this.#isLost && performance.now() - this.renewedAt > BELIEVED) {
      await this.renew()
    }
    if (this.#isLost) {
      throw new LeaseLostError(this.name)
    }
  }

  async renew(lifetime = LIFETIME): Promise<void> {
    const at = performance.now()
    const renewed = await this.row()
      .where("expires_at", ">", this.database.fn.now())
      .update({
        expires_at: this.database.raw("now() + ? * interval '1 ms'", [lifetime]),
        updated_at: this.database.fn.now(),
      })
    if (renewed === 0) {
      this.#isLost = true
    }
    this.renewedAt = Math.max(this.renewedAt, at)
  }

  async release(): Promise<void> {
    await this.row().delete()
  }

  private row() {
    return this.database(TABLE).where({ name: this.name, holder: this.holder })
  }
}

/** A capture or refund of a payment that is written while the payment lease of its order is held. */
export type PaymentWrite = {
  /** Id of the Medusa order that counts it. */
  readonly orderId: string
  readonly paymentId: string
  readonly of: "capture" | "refund"
}

/**
 * The plugin's own write under a payment lease, along its chain of calls: what Medusa asks the provider for meanwhile is a part of
 * it. Events are not, so they leave it.
 */
export const ownWrite = new AsyncLocalStorage<
  PaymentWrite & { readonly lease: Lease; isOver: boolean }
>()
