import { createHash } from "node:crypto"

import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { amountColumns, type Clock, isUniqueViolation } from "../database"
import type { IntentState } from "../intent"
import type { Attention } from "../status/flags"
import { StatusRecords } from "../status/status-records"
import type { NewAttempt, NewRefund, RefundFailure, RefundRow } from "./refund-row"

const TABLE = "einvoice_refund"
const KEYS = "einvoice_refund_key"

/** Kind of failure of a refund whose process was killed. */
export const SENDER_LOST = "sender-lost"

/** States of a refund that may still be carried out, or may have been: an order has at most one. */
const OPEN: IntentState[] = ["prepared", "sending", "in_doubt"]

/** Flags that have no reason left once the one open refund of an order was carried out. */
const LIFTED: Attention[] = ["refund_in_doubt", "refund_failed"]

/** How long a refund of the same amount asks for confirmation after a doubt was settled, in hours. */
const CONFIRMATION_HOURS = 24

/** An attempt of a refund: what is learnt of one never moves another. */
export type Attempt = Pick<RefundRow, "id" | "attempt" | "e_invoice_order_id">

/** The key of a request to the Refunds section, as it is kept; the same header on another order is another key. */
export const keyOfRequest = (eInvoiceOrderId: string, idempotencyKey: string): string =>
  `request:${createHash("sha256")
    .update(JSON.stringify([eInvoiceOrderId, idempotencyKey]))
    .digest("hex")}`

/** The key that Medusa's own refund is. */
export const keyOfMedusa = (refundId: string): string => `medusa:${refundId}`

/**
 * Refunds as intents: written before the service is asked, so that none is sent twice. An intent keeps its id for good;
 * every key that was ever taken for it finds it, whatever its state. Each transition is one statement, fenced by the
 * number of the attempt and the state in which it was learnt.
 */
export class RefundJournal {
  /** @param patience milliseconds after which an attempt's sender counts as lost */
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock,
    private readonly patience: number
  ) {}

  async find(id: string): Promise<RefundRow | undefined> {
    return this.rows().where({ id }).first()
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
      .whereRaw(
        "(state in ('prepared', 'sending') or (state = 'in_doubt' and failure->>'kind' = ?))",
        [SENDER_LOST]
      )
      .whereRaw(...this.isLost("updated_at"))
      .orderBy("updated_at")
      .limit(limit)
  }

  async list(eInvoiceOrderId: string): Promise<RefundRow[]> {
    return this.rows().where({ e_invoice_order_id: eInvoiceOrderId }).orderBy(["created_at", "id"])
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
   * Refunds whose doubt was settled, or for which another request was taken, so lately that a further one of the same
   * amount may be the same wish once more.
   */
  async askingConfirmation(eInvoiceOrderId: string): Promise<RefundRow[]> {
    return this.rows()
      .where({ e_invoice_order_id: eInvoiceOrderId, state: "succeeded" })
      .whereRaw("settled_at > now() - make_interval(hours => ?)", [CONFIRMATION_HOURS])
      .orderBy("settled_at", "desc")
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
   * Begins another attempt of an intent whose last one certainly had no effect.
   *
   * @returns undefined when a refund of the order is open, or the intent was attempted again in between
   */
  async beginAgain({ id, attempt }: Attempt, next: NewAttempt): Promise<RefundRow | undefined> {
    try {
      const [row] = await this.database(TABLE)
        .where({ id, attempt, state: "rejected" })
        .whereNull("deleted_at")
        .update({
          ...attemptColumns(this.database, { id, ...next }),
          attempt: attempt + 1,
          failure: null,
          settled_at: null,
        })
        .returning<RefundRow[]>("*")
      return row
    } catch (error) {
      if (isUniqueViolation(error)) {
        return undefined
      }
      throw error
    }
  }

  /**
   * Claims the right to send a prepared attempt, for Medusa's refund that asks for it.
   *
   * @returns undefined when another refund of Medusa has it, or it was given up
   */
  async send(
    { id, attempt }: Attempt,
    sent: Pick<NewAttempt, "refundId" | "type" | "statusBefore">
  ): Promise<RefundRow | undefined> {
    return this.database.transaction(async (transaction) => {
      const [row] = await transaction(TABLE)
        .where({ id, attempt, state: "prepared" })
        .whereNull("deleted_at")
        .update({
          state: "sending",
          refund_id: sent.refundId,
          type: sent.type,
          status_before: sent.statusBefore,
          sending_at: transaction.fn.now(),
          updated_at: transaction.fn.now(),
        })
        .returning<RefundRow[]>("*")
      if (row && sent.refundId !== undefined) {
        await addKey(transaction, keyOfMedusa(sent.refundId), id)
      }
      return row
    })
  }

  /**
   * Records what the sender of an attempt knows: the money was refunded. Adds it to what was refunded of the order, and
   * lifts the flags that say otherwise: all of it or nothing.
   *
   * @returns false when something else was recorded of this attempt meanwhile, or it was attempted again
   */
  async done(row: Attempt): Promise<boolean> {
    return this.finish(row, ["sending", "in_doubt"], {})
  }

  /**
   * Records that a refund in doubt was carried out, as evidence at the service or staff say.
   *
   * @param as.refundId Medusa's refund that stands for it; the intent's own id while Medusa has none
   * @param as.key a further key that stands for it from now on
   * @returns false when it was not in doubt any more, or attempted again
   */
  async concluded(
    row: Attempt,
    as: { refundId: string; key?: string | undefined }
  ): Promise<boolean> {
    return this.finish(
      row,
      ["in_doubt"],
      { refund_id: as.refundId, settled_at: this.database.fn.now() },
      as.key
    )
  }

  /** Records that a refund which had been rejected was carried out after all; Medusa's own refund of it is still to come. */
  async carriedOutLater(row: Attempt): Promise<boolean> {
    return this.finish(row, ["rejected"], { refund_id: row.id })
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
        await new StatusRecords(transaction, this.clock).unflag(e_invoice_order_id, ...LIFTED)
      }
      return changed === 1
    })
  }

  /**
   * Records that an attempt certainly had no effect.
   *
   * @param from the state in which that was learnt: `prepared` was never sent; `sending` is the sender's alone
   */
  async rejected(
    { id, attempt }: Attempt,
    failure: RefundFailure,
    from: readonly IntentState[]
  ): Promise<boolean> {
    return this.close({ id, attempt }, "rejected", failure, from)
  }

  /** Rejects a prepared attempt whose process has certainly ended: nothing was sent for it. */
  async neverSent({ id, attempt }: Attempt, failure: RefundFailure): Promise<boolean> {
    const changed = await this.changing()
      .where({ id, attempt, state: "prepared" })
      .whereRaw(...this.isLost("updated_at"))
      .update({ state: "rejected", ...this.failed(failure) })
    return changed === 1
  }

  /** Says otherwise why a refund was refused, as when approval of it was refused too. */
  async refusedAgain({ id, attempt }: Attempt, failure: RefundFailure): Promise<void> {
    await this.changing().where({ id, attempt, state: "rejected" }).update(this.failed(failure))
  }

  /** Records that the sender of an attempt got no usable answer. */
  async inDoubt({ id, attempt }: Attempt, failure: RefundFailure): Promise<boolean> {
    return this.close({ id, attempt }, "in_doubt", failure, ["sending"])
  }

  /** Records that an attempt's sender has been gone for so long that nothing is known of its outcome. */
  async senderLost({ id, attempt }: Attempt): Promise<boolean> {
    const changed = await this.changing()
      .where({ id, attempt, state: "sending" })
      .whereRaw(...this.isLost("sending_at"))
      .update({
        state: "in_doubt",
        ...this.failed({
          kind: SENDER_LOST,
          message: "The server stopped while the refund was under way.",
          at: this.clock.now().toISOString(),
        }),
      })
    return changed === 1
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
    { id, attempt, e_invoice_order_id: orderId }: Attempt,
    from: readonly IntentState[],
    values: { refund_id?: string; settled_at?: Knex.Raw },
    key?: string
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const changed = await transaction(TABLE)
        .where({ id, attempt })
        .whereIn("state", [...from])
        .update({
          state: "succeeded",
          failure: null,
          ...values,
          updated_at: transaction.fn.now(),
        })
      if (changed === 1) {
        if (key !== undefined) {
          await addKey(transaction, key, id)
        }
        const sum = await sumOf(transaction, orderId, ["succeeded"])
        const statuses = new StatusRecords(transaction, this.clock)
        await statuses.raiseRefundedTotal(orderId, sum)
        if (!from.includes("rejected")) {
          await statuses.unflag(orderId, ...LIFTED)
        }
      }
      return changed === 1
    })
  }

  private async close(
    { id, attempt }: Pick<Attempt, "id" | "attempt">,
    state: IntentState,
    failure: RefundFailure,
    from: readonly IntentState[]
  ): Promise<boolean> {
    const changed = await this.changing()
      .where({ id, attempt })
      .whereIn("state", [...from])
      .update({ state, ...this.failed(failure) })
    return changed === 1
  }

  private failed(failure: RefundFailure) {
    return {
      failure: JSON.stringify(failure),
      updated_at: this.database.fn.now(),
    }
  }

  /** By the database's clock: the servers' own may differ. */
  private isLost(column: "sending_at" | "updated_at"): [string, number[]] {
    return [`${column} < now() - make_interval(secs => ?)`, [this.patience / 1000]]
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
  { id, amount, products, refundId, type = null, statusBefore = null }: NewAttempt & { id: string }
) {
  const isSent = refundId !== undefined
  return {
    refund_id: refundId ?? id,
    ...amountColumns("amount", amount),
    type,
    status_before: statusBefore,
    products: JSON.stringify(products),
    state: isSent ? "sending" : "prepared",
    sending_at: isSent ? database.fn.now() : null,
    updated_at: database.fn.now(),
  }
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
  states: IntentState[]
): Promise<string> {
  const row: { sum: string } | undefined = await database(TABLE)
    .where({ e_invoice_order_id: eInvoiceOrderId })
    .whereIn("state", states)
    .whereNull("deleted_at")
    .first(database.raw("coalesce(sum(amount), 0)::text as sum"))
  return row?.sum ?? "0"
}
