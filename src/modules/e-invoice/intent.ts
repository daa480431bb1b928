import { createHash } from "node:crypto"

import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { isUniqueViolation } from "./database"

/**
 * States of an intent: of what is sent to the service at most once, be it a creation, a refund or another operation.
 *
 * - `prepared`: written down, nothing was sent
 * - `sending`: the request may be on its way
 * - `succeeded`: the service carried it out
 * - `rejected`: certainly without effect; a further attempt may be sent
 * - `in_doubt`: bytes were sent and no usable answer came
 * - `abandoned`: staff gave it up, and whether it took effect is unknown
 */
export const INTENT_STATES = [
  "prepared",
  "sending",
  "succeeded",
  "rejected",
  "in_doubt",
  "abandoned",
] as const

export type IntentState = (typeof INTENT_STATES)[number]

/** States in which a request went out, or may have, and its outcome is unknown. */
export const UNSETTLED_STATES: readonly IntentState[] = ["sending", "in_doubt"]

/** Whether a request of an intent went out, or may have, and its outcome is unknown. */
export const isUnsettled = ({ state }: { readonly state: IntentState }): boolean =>
  UNSETTLED_STATES.includes(state)

/** Whether an intent took effect at the service, or may have. */
export const mayHaveTakenEffect = (intent: { readonly state: IntentState }): boolean =>
  intent.state === "succeeded" || isUnsettled(intent)

/**
 * Who knows something about an attempt.
 *
 * - `sender`: the process that sends it
 * - `lease`: the process that finds that the sender's time is over
 * - `look-up`: evidence at the service
 * - `staff`: a member of staff decided
 * - `callback`: the service named the record under the intent's own token
 */
export type IntentActor = "sender" | "lease" | "look-up" | "staff" | "callback"

/** Who may move an intent from which state to which. Every change of state there is stands in such a table. */
export type Transitions = Readonly<
  Partial<Record<IntentActor, Readonly<Partial<Record<IntentState, readonly IntentState[]>>>>>
>

/** The states from which an actor may move an intent to `to`. */
export function statesBefore(
  transitions: Transitions,
  actor: IntentActor,
  to: IntentState
): IntentState[] {
  return INTENT_STATES.filter((from) => transitions[actor]?.[from]?.includes(to))
}

/** An attempt of an intent: what is known of one never moves another. */
export type KnownAttempt = { readonly id: string; readonly attempt: number }

/** SQL: the doubt about an intent was settled within a day; a window that was told of it may still ask for the same. */
export const SETTLED_LATELY = "settled_at > now() - interval '24 hours'"

/** SQL: an intent was sent or settled within ten minutes; a second person may not have seen it. */
export const MADE_JUST_NOW = "updated_at > now() - interval '10 minutes'"

/** What one kind of intent has of its own. */
type IntentKind = {
  readonly table: string
  readonly transitions: Transitions
  /** Milliseconds after which a sender has certainly ended. */
  readonly senderLifetime: number
}

/** What moves an attempt. */
export type Move = {
  readonly by: IntentActor
  readonly to: IntentState
  /** Leaves only these of the states from which the actor may move it. */
  readonly from?: readonly IntentState[]
  /** The columns that change with the state. */
  readonly values: Readonly<Record<string, unknown>>
  /** A further condition. */
  readonly only?: Knex.Raw
  /** The moment at which a lease is judged; the database's own when left out. */
  readonly at?: Date | undefined
}

/**
 * The intents of one table, whose `state` is changed here and nowhere else. Each change is one statement, fenced by the
 * intent, its attempt, the states from which the actor may move it, and for a lost lease by the database's clock: of many
 * processes one succeeds, and what is known of one attempt moves no other.
 */
export class Intents<Row> {
  constructor(
    private readonly database: Knex,
    private readonly kind: IntentKind
  ) {}

  /** The same intents, in a transaction. */
  within(transaction: Knex): Intents<Row> {
    return new Intents(transaction, this.kind)
  }

  rows(): Knex.QueryBuilder {
    return this.database(this.kind.table).whereNull("deleted_at")
  }

  async find(id: string): Promise<Row | undefined> {
    const row: Row | undefined = await this.rows().where({ id }).first()
    return row
  }

  /**
   * Moves an attempt to a state.
   *
   * @returns undefined when the intent is at another attempt, or in a state from which this actor may not move it
   */
  async move(known: KnownAttempt, move: Move): Promise<Row | undefined> {
    const [row]: Row[] = await this.moving(known, move).returning("*")
    return row
  }

  /** As `move`, for changes that a unique index may refuse; undefined then, too. */
  async moveUnlessTaken(known: KnownAttempt, move: Move): Promise<Row | undefined> {
    try {
      return await this.move(known, move)
    } catch (error) {
      if (isUniqueViolation(error)) {
        return undefined
      }
      throw error
    }
  }

  /** The statement of `move`, for one that does more. */
  moving(
    { id, attempt }: KnownAttempt,
    { by, to, from = INTENT_STATES, values, only, at }: Move
  ): Knex.QueryBuilder {
    const states = statesBefore(this.kind.transitions, by, to).filter((one) => from.includes(one))
    const statement = this.rows()
      .where({ id, attempt })
      .whereIn("state", states)
      .update({ updated_at: this.database.fn.now(), ...values, state: to })
    if (only) {
      void statement.whereRaw(only)
    }
    if (by === "lease") {
      void statement.whereRaw(this.leaseIsOver(at))
    }
    return statement
  }

  /**
   * Milliseconds that are left to send a claimed attempt and to get its answer. A process that stood still since it claimed it sends
   * nothing once they are over: its lease may have ended, and staff may have settled the attempt and sent another.
   */
  timeLeft({ sending_at: claimedAt }: { sending_at: Date | null }, now: Date): number {
    const budget = this.kind.senderLifetime - SENDER_MARGIN
    const until = (claimedAt?.getTime() ?? -Infinity) + budget
    // Of a server that does not know the database's time yet, no more than the budget is believed.
    return Math.min(until - now.getTime(), budget)
  }

  /** Whether the lease of an attempt's sender is over. */
  leaseIsOver(at?: Date): Knex.Raw {
    return this.database.raw(
      `case state when 'prepared' then updated_at else coalesce(sending_at, '-infinity') end
         <= coalesce(?::timestamptz, now()) - make_interval(secs => ?)`,
      [at ?? null, this.kind.senderLifetime / 1000]
    )
  }
}

/**
 * By what it is told whether two attempts were sent with the same address and token. Other ones may be of another account, whose lists
 * say nothing of an attempt; or a token was replaced, which an order in both lists shows.
 */
export const accountHash = ({ baseUrl, token }: { baseUrl: string; token: string }): string =>
  createHash("sha256").update(`${baseUrl}\n${token}`).digest("hex").slice(0, 16)

/** How much longer than its budget the sender of a request may live before it counts as lost, in milliseconds. */
export const SENDER_MARGIN = 10_000
