import { orderLockKey } from "../../../src/workflows/e-invoice-module"
import type { Redis } from "./redis"
import type { Scene } from "./scene"

/** What Medusa's locking provider for Redis writes before each key. */
const PREFIX = "medusa_lock:"

/** Has an order's lock expire in Medusa's PostgreSQL locks. @returns whether there was one */
export async function expireLockInPostgres(
  { database }: Scene,
  eInvoiceOrderId: string
): Promise<boolean> {
  const expired = await database("locking")
    .where({ id: orderLockKey(eInvoiceOrderId) })
    .update({ expiration: new Date(0) })
  return expired === 1
}

/** Has an order's lock expire in Medusa's Redis locks, if it ever would. @returns whether there was one that would */
export async function expireLockInRedis(redis: Redis, eInvoiceOrderId: string): Promise<boolean> {
  const key = `${PREFIX}${orderLockKey(eInvoiceOrderId)}`
  const secondsLeft = Number(await redis.command("TTL", key))
  return secondsLeft > 0 && (await redis.command("PEXPIRE", key, "1")) === "1"
}
