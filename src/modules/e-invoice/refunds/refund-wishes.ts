import { createHash } from "node:crypto"

import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { amountColumns } from "../amount-columns"
import type { Clock } from "../database-clock"
import { notAllowed } from "../refusal"
import type { Attention } from "../status/attention"
import { StatusRecords } from "../status/status-records"
import type { RefundRow, RefundShare, RefundType } from "./refund-row"

const TABLE = "einvoice_refund"

/** Under this name a Medusa refund carries the id of its wish. */
export const WISH_METADATA = "e_invoice_refund_id"

/** Flags that have no reason left once Medusa has recorded what went back. */
const LIFTED: Attention[] = [
  "refund_in_doubt",
  "refund_failed",
  "refunded_at_service",
]

/** How often one wish can be tried again after a refusal. */
const MOST_ATTEMPTS = 100

type Wish = {
  id: string
  eInvoiceOrderId: string
  /** Decimal major units. */
  amount: string
  products: readonly RefundShare[]
}

/** Whether a refund's row still waits for the Medusa refund it belongs to. */
export const isUntied = (row: Pick<RefundRow, "id" | "refund_id">): boolean =>
  row.refund_id === row.id

/**
 * Refunds that somebody asked for by line or by amount, before Medusa has made a refund of them. A wish is a row of the
 * refund journal that carries its own id in place of Medusa's refund: it holds the lines that were chosen, and the order's
 * one place for an open refund. Its id is made of the idempotency key, so that the same key finds the same wish.
 */
export class RefundWishes {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  /**
   * The wish of an idempotency key. One that was refused had no effect: the same key may then be used for another attempt.
   *
   * @returns the row that stands for the key, and the id under which it is, or would be, written
   */
  async ofKey(
    eInvoiceOrderId: string,
    key: string
  ): Promise<{ id: string; row: RefundRow | undefined }> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const id = wishId(eInvoiceOrderId, key, attempt)
      const row = await this.find(id)
      if (row?.state !== "rejected") {
        return { id, row }
      }
    }
    throw notAllowed(
      "The refund was not sent: it was tried too often under the same idempotency key. Use a new one."
    )
  }

  async find(id: string): Promise<RefundRow | undefined> {
    return this.rows().where({ id }).first()
  }

  /** @returns undefined when another refund of the order is open, or the wish was written down before */
  async begin(
    { id, eInvoiceOrderId, amount, products }: Wish,
    now = this.clock.now()
  ): Promise<RefundRow | undefined> {
    const [row] = await this.database(TABLE)
      .insert({
        id,
        e_invoice_order_id: eInvoiceOrderId,
        refund_id: id,
        ...amountColumns("amount", amount),
        products: JSON.stringify(products),
        state: "sending",
        created_at: now,
        updated_at: now,
      })
      .onConflict()
      .ignore()
      .returning<RefundRow[]>("*")
    return row
  }

  /**
   * Ties a wish to the Medusa refund that is about to be sent for it.
   *
   * @returns undefined when it was tied to another, or given up
   */
  async tie(
    id: string,
    refundId: string,
    sent: { type: RefundType | null; statusBefore: string | null },
    now = this.clock.now()
  ): Promise<RefundRow | undefined> {
    const [row] = await this.database(TABLE)
      .where({ id, refund_id: id, state: "sending" })
      .whereNull("deleted_at")
      .update({
        refund_id: refundId,
        type: sent.type,
        status_before: sent.statusBefore,
        created_at: now,
        updated_at: now,
      })
      .returning<RefundRow[]>("*")
    return row
  }

  /**
   * Ties a refund that was carried out before Medusa knew of it. With Medusa's refund go the flags that call for it: all of
   * it or nothing, for whoever is still told that it is in doubt sends it again.
   *
   * @param refundId of Medusa's refund
   * @returns false when it was tied to another in between
   */
  async tieDone(
    row: Pick<RefundRow, "id" | "refund_id" | "e_invoice_order_id">,
    refundId: string
  ): Promise<boolean> {
    const { id, refund_id } = row
    return this.database.transaction(async (transaction) => {
      const changed = await transaction(TABLE)
        .where({ id, refund_id, state: "done" })
        .whereNull("deleted_at")
        .update({
          refund_id: refundId,
          updated_at: transaction.fn.now(),
        })
      if (changed === 1) {
        await new StatusRecords(transaction, this.clock).unflag(
          row.e_invoice_order_id,
          ...LIFTED
        )
      }
      return changed === 1
    })
  }

  /**
   * Refunds of an amount that were carried out at the service, the oldest first.
   *
   * @param amount decimal major units
   */
  async carriedOut(
    eInvoiceOrderId: string,
    amount: string
  ): Promise<RefundRow[]> {
    return this.rows()
      .where({ e_invoice_order_id: eInvoiceOrderId, state: "done", amount })
      .orderBy(["created_at", "id"])
  }

  /** Gives a wish up that was certainly not sent. */
  async giveUp(id: string): Promise<void> {
    await this.rows().where({ id, refund_id: id, state: "sending" }).delete()
  }

  private rows() {
    return this.database<RefundRow>(TABLE).whereNull("deleted_at")
  }
}

const wishId = (eInvoiceOrderId: string, key: string, attempt: number) =>
  `einvref_${createHash("sha256")
    .update(JSON.stringify([eInvoiceOrderId, key, attempt]))
    .digest("hex")
    .slice(0, 32)}`
