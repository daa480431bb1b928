import DataLoader from "dataloader"

import type { Inbox } from "./inbox"
import type { Call, TakenCall } from "./inbox-entry"

/** Rows of one statement at most. */
const MOST_AT_ONCE = 200

/**
 * Takes callbacks in. Those that come in the same turn of the event loop are looked up and stored by one statement: in a
 * flood the round trips to the database follow the turns, and not the callbacks. One that comes alone waits for nobody.
 */
export class Intake {
  readonly #taken: DataLoader<Call, TakenCall | undefined>

  constructor(inbox: Pick<Inbox, "takeIn">) {
    this.#taken = inOneGo((calls) => inbox.takeIn(calls))
  }

  /**
   * Stores a callback; when this returns, it is on disk.
   *
   * @returns undefined when nobody has this token
   */
  take(call: Call): Promise<TakenCall | undefined> {
    return this.#taken.load(call)
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
