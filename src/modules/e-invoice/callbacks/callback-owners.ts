import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { CallbackOwner } from "./callback-token"

/** Those among some rows whose callback tokens have these hashes, in any order. */
export async function ownersAmong(
  rows: Knex.QueryBuilder,
  tokenHashes: readonly string[]
): Promise<CallbackOwner[]> {
  const owners: { id: string; callback_token_hash: string }[] = await rows
    .whereIn("callback_token_hash", [...tokenHashes])
    .select("id", "callback_token_hash")
  return owners.map((owner) => ({
    id: owner.id,
    tokenHash: owner.callback_token_hash,
  }))
}
