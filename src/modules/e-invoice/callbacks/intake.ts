import DataLoader from "dataloader"

import type { CallbackContent } from "./callback-content"
import type { CallbackOwner } from "./callback-token"
import type { Arrival, Inbox, StoreResult } from "./inbox"

/** Rows of one statement at most. */
const MOST_AT_ONCE = 200

/**
 * Takes callbacks in. Those that come in the same turn of the event loop are looked up by one query and stored by one
 * statement: in a flood the round trips to the database follow the turns, and not the callbacks. One that comes alone
 * waits for nobody.
 */
export class Intake {
  readonly #owners: DataLoader<string, CallbackOwner | undefined>
  readonly #stored: DataLoader<Arrival, StoreResult>

  /** @param ownersOf those of the tokens with these hashes, in any order; who is unknown is left out */
  constructor(
    inbox: Pick<Inbox, "storeAll">,
    ownersOf: (tokenHashes: readonly string[]) => Promise<CallbackOwner[]>
  ) {
    this.#owners = inOneGo(async (hashes: readonly string[]) => {
      const owners = await ownersOf([...new Set(hashes)])
      const byHash = new Map(owners.map((owner) => [owner.tokenHash, owner]))
      return hashes.map((hash) => byHash.get(hash))
    })
    this.#stored = inOneGo((arrivals) => inbox.storeAll(arrivals))
  }

  /** @returns undefined when nobody has this token */
  ownerOf(tokenHash: string): Promise<CallbackOwner | undefined> {
    return this.#owners.load(tokenHash)
  }

  /** Stores a callback; when this returns, it is on disk. */
  store(
    eInvoiceOrderId: string,
    content: CallbackContent
  ): Promise<StoreResult> {
    return this.#stored.load({ eInvoiceOrderId, content })
  }
}

/** Asks for several together, and for each by itself when that fails: nobody shall pay for what another sent. */
function inOneGo<Key, Value>(
  answersOf: (keys: readonly Key[]) => Promise<Value[]>
): DataLoader<Key, Value> {
  const answerOf = async (key: Key): Promise<Value | Error> => {
    try {
      const [answer] = await answersOf([key])
      return answer as Value
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }
  return new DataLoader<Key, Value>(
    async (keys) => {
      try {
        return await answersOf(keys)
      } catch {
        return Promise.all(keys.map(answerOf))
      }
    },
    {
      cache: false,
      maxBatchSize: MOST_AT_ONCE,
      batchScheduleFn: (answer) => setImmediate(answer),
    }
  )
}
