import { createHash } from "node:crypto"

import { maskPersonalNumbersIn } from "../personal-data/personal-masks"

/** Longest query, in characters, that a callback may carry; the documented one takes about 200. */
export const LONGEST_CALLBACK_QUERY = 4096

/** A callback's query as it is stored: a name given several times has a list of values. */
export type CallbackParameters = Record<string, string | string[]>

export type CallbackContent = {
  readonly parameters: CallbackParameters
  /** SHA-256, in hex, of the parameters whatever their order in the address. */
  readonly contentHash: string
}

/** Thrown for a query longer than any callback has reason to be. */
export class OversizedCallbackError extends Error {
  constructor(length: number) {
    super(
      `The callback's query has ${length} characters; at most ${LONGEST_CALLBACK_QUERY} are read.`
    )
    this.name = "OversizedCallbackError"
  }
}

/**
 * Reads the query of a callback as plain names and values; nothing in it is believed. What looks like a personal number
 * is masked: no callback is known to carry one, and none may bring it into the database.
 *
 * @param query what follows the question mark, still encoded
 * @throws OversizedCallbackError
 */
export function readCallbackContent(query: string): CallbackContent {
  if (query.length > LONGEST_CALLBACK_QUERY) {
    throw new OversizedCallbackError(query.length)
  }
  const pairs = [...new URLSearchParams(query)].map(
    ([name, value]) => [storable(name), storable(value)] as const
  )
  return { parameters: gathered(pairs), contentHash: hashOf(pairs) }
}

type Pair = readonly [name: string, value: string]

function gathered(pairs: readonly Pair[]): CallbackParameters {
  const values = new Map<string, string[]>()
  for (const [name, value] of pairs) {
    values.set(name, [...(values.get(name) ?? []), value])
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [
      name,
      all.length === 1 && all[0] !== undefined ? all[0] : all,
    ])
  )
}

function hashOf(pairs: readonly Pair[]): string {
  const canonical = pairs.map((pair) => JSON.stringify(pair)).sort()
  return createHash("sha256").update(canonical.join("\n")).digest("hex")
}

/** PostgreSQL's jsonb has no place for the NUL character, and an unstorable callback would be repeated for ever. */
const storable = (text: string) => maskPersonalNumbersIn(text.replaceAll("\0", "\uFFFD"))
