import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { z } from "@medusajs/framework/zod"

import { billWays } from "../../../mapping"
import type { Clock } from "../database"
import type { TimelineActor } from "../timeline"
import { type KeyRing, open, seal, UnreadableError } from "./encryption"

const TABLE = "einvoice_shopper_data"

/** Which parcel of an order a bill is for. */
const parcelSchema = z.strictObject({
  fulfillmentId: z.string(),
  part: z.int(),
  lines: z.array(
    z.strictObject({
      id: z.string().nullable(),
      quantity: z.string(),
      beforeDiscount: z.string(),
      gross: z.string(),
      amount: z.string(),
    })
  ),
})

/** How an order is billed after its checkout: by a merchant from Admin, or by the parcel; a checkout has none. */
const billSchema = z.strictObject({
  by: z.enum(billWays),
  parcel: parcelSchema.optional(),
  actor: z.custom<TimelineActor>((value) => typeof value === "string"),
  organizationId: z.string().optional(),
  sendBy: z.strictObject({ sms: z.boolean(), email: z.boolean() }).optional(),
  linkDueDate: z.string().optional(),
})

const shopperDataSchema = z.strictObject({
  personalNumber: z.string().optional(),
  phone: z.string().optional(),
  email: z.string().optional(),
  language: z.enum(["en", "no", "sv", "da", "de"]).optional(),
  reference: z.string().optional(),
  bill: billSchema.optional(),
})

/**
 * What only the shopper knows, or the merchant who bills them. The personal number is eleven digits; the phone is as it
 * was written.
 */
export type ShopperData = z.infer<typeof shopperDataSchema>

type StoredRow = { ciphertext: string; key_id: string }

/** Keeps shopper data encrypted, apart from everything else, for as long as `shopperDataLifetime` says. */
export class ShopperDataStore {
  /** @param lifetime seconds after which the data is erased when no order came of it */
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock,
    private readonly keys: KeyRing,
    private readonly lifetime: number
  ) {}

  /** @returns the id by which the data can be read or erased */
  async store(data: ShopperData, now = this.clock.now()): Promise<string> {
    const id = generateEntityId(undefined, "einvshop")
    const { ciphertext, keyId } = seal(this.keys, id, JSON.stringify(data))
    await this.database(TABLE).insert({
      id,
      ciphertext,
      key_id: keyId,
      expires_at: new Date(now.getTime() + this.lifetime * 1000),
    })
    return id
  }

  /**
   * @returns undefined when the data was erased or has expired
   * @throws UnreadableError when it was tampered with, or its key is no longer configured
   */
  async read(id: string, now = this.clock.now()): Promise<ShopperData | undefined> {
    const row: StoredRow | undefined = await this.database(TABLE)
      .where({ id })
      .where("expires_at", ">", now)
      .first("ciphertext", "key_id")
    if (!row) {
      return undefined
    }
    const text = open(this.keys, id, {
      ciphertext: row.ciphertext,
      keyId: row.key_id,
    })
    const parsed = shopperDataSchema.safeParse(JSON.parse(text))
    if (!parsed.success) {
      throw new UnreadableError("it is not shopper data of this version")
    }
    return parsed.data
  }

  /** The same store, in a transaction. */
  within(transaction: Knex): ShopperDataStore {
    return new ShopperDataStore(transaction, this.clock, this.keys, this.lifetime)
  }

  /** Which of these data are kept, and until when at most. */
  async kept(ids: readonly string[]): Promise<{ id: string; expires_at: Date }[]> {
    return this.database(TABLE)
      .whereIn("id", [...ids])
      .select("id", "expires_at")
  }

  /** Deletes the data; nothing happens when it is gone already. */
  async erase(id: string): Promise<void> {
    await this.eraseAll([id])
  }

  /** @returns how many were deleted */
  async eraseAll(ids: readonly string[]): Promise<number> {
    return erasingShopperData(this.database, ids)
  }

  /**
   * Deletes what has expired, oldest first.
   *
   * @param limit at most so many rows in one call
   * @returns how many were deleted
   */
  async eraseExpired(now = this.clock.now(), limit = 1000): Promise<number> {
    const due = this.database(TABLE)
      .where("expires_at", "<=", now)
      .orderBy("expires_at")
      .limit(limit)
      .select("id")
    return this.database(TABLE).whereIn("id", due).delete()
  }
}

/** Statement that keeps shopper data until a moment, for one that does more. */
export const keepingShopperData = (
  database: Knex,
  id: string,
  until: Date
): Knex.QueryBuilder<object, number> =>
  database(TABLE).where({ id }).update({ expires_at: until, updated_at: database.fn.now() })

/** Statement that deletes shopper data, for one that does more. */
export const erasingShopperData = (
  database: Knex,
  ids: readonly (string | null)[]
): Knex.QueryBuilder<object, number> =>
  database(TABLE)
    .whereIn("id", [...ids])
    .delete()
