import { createHash } from "node:crypto"

import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { amountColumns, type Clock } from "../database"
import {
  type IntentActor,
  Intents,
  type IntentState,
  type KnownAttempt,
  type Move,
  MADE_JUST_NOW,
  SETTLED_LATELY,
} from "../intent"
import type { Attention } from "../orders/flags"
import type { OrderStore } from "../orders/order-store"
import {
  besideNext,
  type CreditGiven,
  leftToStaff,
  lessenedBy,
  type NewAttempt,
  type NewRefund,
  type NextAttempt,
  REFUND_TRANSITIONS,
  type RefundFailure,
  type RefundPurpose,
  type RefundRow,
  replaced,
} from "./refund-row"

const TABLE = "einvoice_refund"
const KEYS = "einvoice_refund_key"

/** Kind of failure of a refund whose process was killed. */
export const SENDER_LOST = "sender-lost"

/** States of a refund that may still be carried out, or may have been: an order has at most one. */
const OPEN: IntentState[] = ["prepared", "sending", "in_doubt"]

export const isOpenRefund = (state: IntentState): boolean => OPEN.includes(state)

/** Flags that have no reason left once the one open refund of an order was carried out. */
const LIFTED: Attention[] = ["refund_in_doubt", "refund_failed"]

/** An attempt of a refund: what is known of one never moves another. */
export type Attempt = KnownAttempt & Pick<RefundRow, "e_invoice_order_id">

/** The key of a request to the Refunds section, as it is kept; the same header on another order is another key. */
export const keyOfRequest = (eInvoiceOrderId: string, idempotencyKey: string): string =>
  `request:${createHash("sha256")
    .update(JSON.stringify([eInvoiceOrderId, idempotencyKey]))
    .digest("hex")}`

/** The key that Medusa's own refund is. */
export const keyOfMedusa = (refundId: string): string => `medusa:${refundId}`

/**
 * The key of a credit: what the invoice asked for before it, so that each of its credits is one intent, whichever process sends it.
 *
 * @param askedFor decimal major units
 */
export const keyOfCredit = (eInvoiceOrderId: string, askedFor: string): string =>
  `credit:${eInvoiceOrderId}:${askedFor}`

/**
 * Refunds as intents: written before the service is asked, so that none is sent twice. An intent keeps its id for good;
 * every key that was ever taken for it finds it, whatever its state. Each transition is one statement, fenced by the
 * number of the attempt and the state in which it was known.
 */
export class RefundJournal {
  private readonly intents: Intents<RefundRow>

  /** @param senderLifetime milliseconds after which an attempt's sender counts as lost */
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock,
    private readonly orders: OrderStore,
    private readonly senderLifetime: number
  ) {
    this.intents = new Intents(database, {
      table: TABLE,
      transitions: REFUND_TRANSITIONS,
      senderLifetime,
    })
  }

  async find(id: string): Promise<RefundRow | undefined> {
    return this.intents.find(id)
  }

  /** The intent of a key (`keyOfRequest`, `keyOfMedusa`), whatever its state. */
  async ofKey(key: string): Promise<RefundRow | undefined> {
    return this.rows()
      .whereIn(
        "id",
        this.database(KEYS).where({ id: key }).whereNull("deleted_at").select("e_invoice_refund_id")
      )
      .first()
  }

  /** The refund of an order whose outcome is open; there is at most one. */
  async open(eInvoiceOrderId: string): Promise<RefundRow | undefined> {
    return this.rows().where({ e_invoice_order_id: eInvoiceOrderId }).whereIn("state", OPEN).first()
  }

  /** Refunds whose process has certainly ended without saying what came of them, and that were not looked at since. */
  async leftBehind(limit: number): Promise<RefundRow[]> {
    return this.rows()
      .where((either) => {
        void either.whereIn("state", ["prepared", "sending"]).orWhere((lost) => {
          void lost.where("state", "in_doubt").whereRaw("failure->>'kind' = ?", [SENDER_LOST])
        })
      })
      .whereRaw("updated_at < now() - make_interval(secs => ?)", [this.senderLifetime / 1000])
      .orderBy("updated_at")
      .limit(limit)
  }

  /** The refunds of orders, the oldest first; of one that was attempted again, the attempt that stays beside it before it. */
  async list(...eInvoiceOrderIds: readonly string[]): Promise<RefundRow[]> {
    return this.rows()
      .whereIn("e_invoice_order_id", [...eInvoiceOrderIds])
      .orderBy(["created_at", "attempt", "id"])
  }

  /**
   * Refunds that were carried out at the service, the oldest first.
   *
   * @param amount decimal major units
   */
  async carriedOut(eInvoiceOrderId: string, amount: string): Promise<RefundRow[]> {
    return this.rows()
      .where({ e_invoice_order_id: eInvoiceOrderId, state: "succeeded", amount })
      .orderBy(["created_at", "id"])
  }

  /**
   * The refund of orders that a further one may be once more: of the same amount, where its doubt was settled lately or another
   * request was taken for it. Where not all is owed, also any that was made just now: a second person may not have seen it.
   *
   * @param further.amount decimal major units
   */
  async repeated(
    eInvoiceOrderIds: readonly string[],
    { amount, isOwed }: { amount: string; isOwed: boolean }
  ): Promise<RefundRow | undefined> {
    return this.rows()
      .whereIn("e_invoice_order_id", [...eInvoiceOrderIds])
      .where((either) => {
        void either.whereRaw(`amount = ? and state = 'succeeded' and ${SETTLED_LATELY}`, [amount])
        if (!isOwed) {
          void either.orWhereRaw(
            `purpose = 'refund' and state in ('sending', 'succeeded') and ${MADE_JUST_NOW}`
          )
        }
      })
      .first()
  }

  /** Whether a refund or credit of orders was carried out just now. */
  async isMadeJustNow(eInvoiceOrderIds: readonly string[]): Promise<boolean> {
    const row = await this.rows()
      .whereIn("e_invoice_order_id", [...eInvoiceOrderIds])
      .where({ state: "succeeded" })
      .whereRaw(MADE_JUST_NOW)
      .first("id")
    return row !== undefined
  }

  /** Has a further refund of the same amount ask for confirmation, where this one was carried out. */
  async askConfirmation({ id, attempt }: Attempt): Promise<void> {
    await this.changing()
      .where({ id, attempt, state: "succeeded" })
      .update({ settled_at: this.database.fn.now() })
  }

  /**
   * Writes an intent down with its first attempt: `prepared`, or claimed for sending at once.
   *
   * @returns undefined when a refund of the order is open, or the key stands for an intent already
   */
  async begin(refund: NewRefund): Promise<RefundRow | undefined> {
    const id = generateEntityId(undefined, "einvref")
    return this.database.transaction(async (transaction) => {
      const [row] = await transaction(TABLE)
        .insert({
          id,
          e_invoice_order_id: refund.eInvoiceOrderId,
          purpose: refund.purpose ?? "refund",
          ...attemptColumns(transaction, { id, ...refund }),
          created_at: transaction.fn.now(),
        })
        .onConflict()
        .ignore()
        .returning<RefundRow[]>("*")
      if (row && !(await addKey(transaction, refund.key, id))) {
        await transaction(TABLE).where({ id }).delete()
        return undefined
      }
      return row
    })
  }

  /**
   * Begins another attempt of an intent whose last one certainly had no effect. One that staff ruled out stays beside it as a
   * refund of its own, without a key: they may still find that it was carried out. So does a credit that is left to them.
   *
   * @param next.mayBeGiven whether the last one is a credit that staff may have given by hand
   * @param next.holdsLast whether the last one is a part of the next, and stays beside it in no case
   * @returns undefined when a refund of the order is open, or the intent was attempted again in between
   */
  async beginAgain(
    known: KnownAttempt,
    { mayBeGiven = false, holdsLast = false, ...next }: NextAttempt
  ): Promise<RefundRow | undefined> {
    const { id, attempt } = known
    const { state, ...values } = attemptColumns(this.database, { id, ...next })
    return this.database.transaction(async (transaction) => {
      const last = await transaction<RefundRow>(TABLE).where({ id, attempt }).forUpdate().first()
      const row = await this.intents.within(transaction).moveUnlessTaken(known, {
        by: "sender",
        to: state,
        from: ["rejected"],
        values: { ...values, attempt: attempt + 1, failure: null, settled_at: null },
      })
      const beside = last && (mayBeGiven ? replaced(this.clock.now()) : besideNext(last))
      if (row && beside && !holdsLast) {
        await keepBeside(transaction, last, beside)
      }
      return row
    })
  }

  /**
   * Claims the right to send a prepared attempt, for Medusa's refund that asks for it.
   *
   * @returns undefined when another refund of Medusa has it, or it was given up
   */
  async send(
    known: KnownAttempt,
    sent: Pick<NewAttempt, "refundId" | "type" | "statusBefore">
  ): Promise<RefundRow | undefined> {
    return this.database.transaction(async (transaction) => {
      const row = await this.intents.within(transaction).move(known, {
        by: "sender",
        to: "sending",
        from: ["prepared"],
        values: {
          refund_id: sent.refundId,
          type: sent.type,
          status_before: sent.statusBefore,
          sending_at: transaction.fn.now(),
        },
      })
      if (row && sent.refundId !== undefined) {
        await addKey(transaction, keyOfMedusa(sent.refundId), known.id)
      }
      return row
    })
  }

  /** Milliseconds that are left to send a claimed attempt and to get its answer: see `Intents.timeLeft`. */
  timeLeft(attempt: Pick<RefundRow, "sending_at">): number {
    return this.intents.timeLeft(attempt, this.clock.now())
  }

  /**
   * Records what the sender of an attempt knows: the money was refunded. Adds it to what was refunded of the order, and
   * lifts the flags that say otherwise: all of it or nothing.
   *
   * @returns false when something else was recorded of this attempt meanwhile, or it was attempted again
   */
  async succeeded(attempt: Attempt): Promise<boolean> {
    return this.finish(attempt, { by: "sender", from: ["sending", "in_doubt"], values: {} })
  }

  /**
   * Records that a refund in doubt was carried out, as evidence at the service or staff say.
   *
   * @param as.refundId Medusa's refund that stands for it; the intent's own id while Medusa has none
   * @param as.key a further key that stands for it from now on
   * @returns false when it was not in doubt any more, or attempted again
   */
  async concluded(
    attempt: Attempt,
    by: "look-up" | "staff",
    as: { refundId: string; key?: string | undefined }
  ): Promise<boolean> {
    const { refundId, key } = as
    return this.finish(
      attempt,
      {
        by,
        from: ["in_doubt"],
        values: { refund_id: refundId, settled_at: this.database.fn.now() },
      },
      async (transaction) => {
        if (key !== undefined) {
          await addKey(transaction, key, attempt.id)
        }
      }
    )
  }

  /**
   * Records that a refund which had been rejected was carried out after all; Medusa's own refund of it is still to come.
   *
   * @param purpose what it turned out to be, where a credit may have become a refund since
   * @returns false when it was not rejected any more, or attempted again
   */
  async carriedOutLater(
    attempt: Attempt,
    by: IntentActor,
    purpose?: RefundPurpose
  ): Promise<boolean> {
    return this.finish(attempt, {
      by,
      from: ["rejected"],
      // A window that was told of the doubt may still ask for the same.
      values: {
        refund_id: attempt.id,
        ...(purpose && { purpose }),
        ...(by === "staff" && { settled_at: this.database.fn.now() }),
      },
    })
  }

  /**
   * Records that staff gave a rejected credit by hand, in whole or in part, and what is missing after it: all of it or nothing.
   *
   * @returns false when it was not rejected any more, or attempted again
   */
  async givenByHand(
    attempt: Attempt,
    { share, purpose, lessened, left }: CreditGiven
  ): Promise<boolean> {
    const { amount, products, goods } = share
    return this.finish(
      attempt,
      {
        by: "staff",
        from: ["rejected"],
        values: {
          ...amountColumns("amount", amount),
          purpose,
          products: JSON.stringify(products),
          goods: JSON.stringify(goods),
          refund_id: attempt.id,
          settled_at: this.database.fn.now(),
        },
      },
      async (transaction) => {
        if (lessened) {
          await transaction(TABLE)
            .where({ id: lessened.id, attempt: lessened.attempt, state: "rejected" })
            .update(this.failed(lessenedBy(this.clock.now())))
        }
        if (left) {
          await this.leave(transaction, attempt.e_invoice_order_id, left)
        }
      }
    )
  }

  /** Writes down a credit that is missing and not sent; its key stands for it from now on. */
  private async leave(
    transaction: Knex,
    eInvoiceOrderId: string,
    { key, ...left }: NonNullable<CreditGiven["left"]>
  ): Promise<void> {
    const id = generateEntityId(undefined, "einvref")
    await transaction(TABLE).insert({
      id,
      e_invoice_order_id: eInvoiceOrderId,
      purpose: "credit",
      ...attemptColumns(transaction, { id, ...left }),
      state: "rejected",
      failure: JSON.stringify(leftToStaff(this.clock.now())),
      created_at: transaction.fn.now(),
    })
    await transaction(KEYS)
      .insert({ id: key, e_invoice_refund_id: id })
      .onConflict("id")
      .merge(["e_invoice_refund_id"])
  }

  /**
   * Links Medusa's refund to one that was carried out before Medusa knew of it. Whether both agree then is to be compared.
   *
   * @param medusa.adopts whether Medusa's refund is another request than the one that was carried out
   * @returns false when another was linked in between
   */
  async link(
    { id, attempt, refund_id, e_invoice_order_id }: RefundRow,
    medusa: { refundId: string; adopts: boolean }
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const changed = await transaction(TABLE)
        .where({ id, attempt, refund_id, state: "succeeded" })
        .whereNull("deleted_at")
        .update({
          refund_id: medusa.refundId,
          ...(medusa.adopts && { settled_at: transaction.fn.now() }),
          updated_at: transaction.fn.now(),
        })
      if (changed === 1) {
        await addKey(transaction, keyOfMedusa(medusa.refundId), id)
        const doubt = await transaction(TABLE)
          .where({ e_invoice_order_id, state: "in_doubt" })
          .whereNull("deleted_at")
          .first("id")
        // Another refund may be in doubt by now.
        const lifted = LIFTED.filter((flag) => flag !== "refund_in_doubt" || !doubt)
        await this.orders.within(transaction).statuses.unflag(e_invoice_order_id, ...lifted)
      }
      return changed === 1
    })
  }

  /** Records that an attempt certainly had no effect, as its sender knows or staff say. */
  async rejected(
    known: KnownAttempt,
    by: "sender" | "staff",
    failure: RefundFailure
  ): Promise<boolean> {
    return this.close(known, { by, to: "rejected", from: ["sending", "in_doubt"] }, failure)
  }

  /** Takes a prepared attempt back: nothing was sent for it. */
  async withdrawn(known: KnownAttempt, failure: RefundFailure): Promise<boolean> {
    return this.close(known, { by: "sender", to: "rejected", from: ["prepared"] }, failure)
  }

  /** Rejects a prepared attempt whose process has certainly ended: nothing was sent for it. */
  async neverSent(known: KnownAttempt, failure: RefundFailure): Promise<boolean> {
    return this.close(known, { by: "lease", to: "rejected" }, failure)
  }

  /** Says otherwise why a refund was refused, as when approval of it was refused too. */
  async refusedAgain({ id, attempt }: Attempt, failure: RefundFailure): Promise<void> {
    await this.changing().where({ id, attempt, state: "rejected" }).update(this.failed(failure))
  }

  /** Records that the sender of an attempt got no usable answer. */
  async inDoubt(known: KnownAttempt, failure: RefundFailure): Promise<boolean> {
    return this.close(known, { by: "sender", to: "in_doubt" }, failure)
  }

  /** Records that an attempt's sender has been gone for so long that nothing is known of its outcome. */
  async senderLost(known: KnownAttempt): Promise<boolean> {
    const failure = {
      kind: SENDER_LOST,
      message: "The server stopped while the refund was under way.",
      at: this.clock.now().toISOString(),
    }
    return this.close(known, { by: "lease", to: "in_doubt" }, failure)
  }

  /** Puts a refund in doubt behind the others that are waiting to be looked at. */
  async lookedAt({ id, attempt }: Attempt): Promise<void> {
    await this.changing()
      .where({ id, attempt, state: "in_doubt" })
      .update({ updated_at: this.database.fn.now() })
  }

  /**
   * What Medusa refunded of an order, in decimal major units.
   *
   * @returns `done`: certainly; `open`: perhaps
   */
  async sums(eInvoiceOrderId: string): Promise<{ done: string; open: string }> {
    return {
      done: await sumOf(this.database, eInvoiceOrderId, ["succeeded"]),
      open: await sumOf(this.database, eInvoiceOrderId, OPEN),
    }
  }

  private async finish(
    known: Attempt,
    how: Pick<Move, "by" | "from" | "values">,
    then?: (transaction: Knex) => Promise<void>
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const row = await this.intents.within(transaction).move(known, {
        ...how,
        to: "succeeded",
        values: { failure: null, ...how.values },
      })
      if (!row) {
        return false
      }
      await then?.(transaction)
      const orderId = known.e_invoice_order_id
      const { statuses } = this.orders.within(transaction)
      await statuses.raiseRefundedTotal(orderId, await sumOf(transaction, orderId, ["succeeded"]))
      await statuses.keepCreditedTotal(
        orderId,
        await sumOf(transaction, orderId, ["succeeded"], "credit")
      )
      if (!how.from?.includes("rejected")) {
        await statuses.unflag(orderId, ...LIFTED)
      }
      return true
    })
  }

  private async close(
    known: KnownAttempt,
    move: Pick<Move, "by" | "to" | "from">,
    failure: RefundFailure
  ): Promise<boolean> {
    const row = await this.intents.move(known, {
      ...move,
      values: { failure: JSON.stringify(failure) },
    })
    return row !== undefined
  }

  private failed(failure: RefundFailure) {
    return {
      failure: JSON.stringify(failure),
      updated_at: this.database.fn.now(),
    }
  }

  private rows() {
    return this.database<RefundRow>(TABLE).whereNull("deleted_at")
  }

  private changing() {
    return this.database(TABLE).whereNull("deleted_at")
  }
}

function attemptColumns(
  database: Knex,
  {
    id,
    amount,
    products,
    goods,
    downTo,
    refundId,
    type = null,
    statusBefore = null,
  }: NewAttempt & { id: string }
) {
  const isSent = refundId !== undefined
  return {
    refund_id: refundId ?? id,
    ...amountColumns("amount", amount),
    down_to: downTo ?? null,
    type,
    status_before: statusBefore,
    products: JSON.stringify(products),
    goods: JSON.stringify(goods),
    state: isSent ? ("sending" as const) : ("prepared" as const),
    sending_at: isSent ? database.fn.now() : null,
    updated_at: database.fn.now(),
  }
}

async function keepBeside(database: Knex, last: RefundRow, failure: RefundFailure): Promise<void> {
  const id = generateEntityId(undefined, "einvref")
  const { products, goods } = last
  await database(TABLE).insert({
    ...last,
    id,
    refund_id: id,
    products: JSON.stringify(products),
    goods: JSON.stringify(goods),
    failure: JSON.stringify(failure),
  })
}

/** @returns whether the key stands for this intent now; one that stands for another keeps to it */
async function addKey(database: Knex, key: string, refundRowId: string): Promise<boolean> {
  await database(KEYS).insert({ id: key, e_invoice_refund_id: refundRowId }).onConflict().ignore()
  const row = await database<{ e_invoice_refund_id: string }>(KEYS).where({ id: key }).first()
  return row?.e_invoice_refund_id === refundRowId
}

async function sumOf(
  database: Knex,
  eInvoiceOrderId: string,
  states: IntentState[],
  purpose?: RefundPurpose
): Promise<string> {
  const row: { sum: string } | undefined = await database(TABLE)
    .where({ e_invoice_order_id: eInvoiceOrderId, ...(purpose && { purpose }) })
    .whereIn("state", states)
    .whereNull("deleted_at")
    .first(database.raw("coalesce(sum(amount), 0)::text as sum"))
  return row?.sum ?? "0"
}
