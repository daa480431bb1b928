import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { amountColumns } from "../amount-columns"
import type { Clock } from "../database-clock"
import type { RefundState } from "../models/e-invoice-refund"
import type { Attention } from "../status/attention"
import { StatusRecords } from "../status/status-records"
import type { NewRefund, RefundFailure, RefundRow } from "./refund-row"

const TABLE = "einvoice_refund"
const ORDERS = "einvoice_order"

/** Kind of failure of a refund whose process was killed. */
export const SENDER_LOST = "sender-lost"

/** States in which nobody can say yet whether the money went back. */
const OPEN: RefundState[] = ["sending", "in_doubt"]

/** Flags that have no reason left once the one open refund of an order was carried out. */
const LIFTED: Attention[] = ["refund_in_doubt", "refund_failed"]

/** One row per Medusa refund, written before the service is asked. Each method is a single statement or transaction. */
export class RefundJournal {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  async ofRefund(refundId: string): Promise<RefundRow | undefined> {
    return this.rows().where({ refund_id: refundId }).first()
  }

  /** The refund of an order whose outcome is open; there is at most one. */
  async open(eInvoiceOrderId: string): Promise<RefundRow | undefined> {
    return this.rows()
      .where({ e_invoice_order_id: eInvoiceOrderId })
      .whereIn("state", OPEN)
      .first()
  }

  /** Refunds whose sender has certainly ended without saying what came of them, and that nobody looked at since. */
  async leftBehind(before: Date, limit: number): Promise<RefundRow[]> {
    return this.rows()
      .whereRaw(
        "(state = 'sending' or (state = 'in_doubt' and failure->>'kind' = ?))",
        [SENDER_LOST]
      )
      .where("updated_at", "<", before)
      .orderBy("updated_at")
      .limit(limit)
  }

  async list(eInvoiceOrderId: string): Promise<RefundRow[]> {
    return this.rows()
      .where({ e_invoice_order_id: eInvoiceOrderId })
      .orderBy(["created_at", "id"])
  }

  /**
   * Claims the right to send one refund.
   *
   * @returns undefined when a refund of the order is open, or this Medusa refund was journalled before
   */
  async begin(
    refund: NewRefund,
    now = this.clock.now()
  ): Promise<RefundRow | undefined> {
    const [row] = await this.database(TABLE)
      .insert({
        id: generateEntityId(undefined, "einvref"),
        e_invoice_order_id: refund.eInvoiceOrderId,
        refund_id: refund.refundId,
        ...amountColumns("amount", refund.amount),
        type: refund.type,
        status_before: refund.statusBefore,
        products: JSON.stringify(refund.products),
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
   * Records that the money went back, adds it to what went back of the order, and lifts the flags that say otherwise: all
   * of it or nothing, for whoever is still told that a refund is in doubt sends it again.
   *
   * @param as what it turned out to be, when an earlier one's answer had been lost: Medusa's refund, and its wish
   * @returns false when the refund was not open any more
   */
  async done(
    row: Pick<RefundRow, "id" | "e_invoice_order_id">,
    as?: { refundId: string; wishId?: string | undefined }
  ): Promise<boolean> {
    return this.finish(
      row,
      OPEN,
      {
        ...(as && { refund_id: as.refundId }),
        ...(as?.wishId !== undefined && { id: as.wishId }),
      },
      LIFTED
    )
  }

  /** Records that a refund which had been refused was carried out after all; Medusa's own refund of it is still to come. */
  async carriedOutLater(
    row: Pick<RefundRow, "id" | "e_invoice_order_id">
  ): Promise<boolean> {
    return this.finish(row, ["rejected"], { refund_id: row.id })
  }

  private async finish(
    row: Pick<RefundRow, "id" | "e_invoice_order_id">,
    from: RefundState[],
    values: { id?: string; refund_id?: string },
    lifted: readonly Attention[] = []
  ): Promise<boolean> {
    return this.database.transaction(async (transaction) => {
      const changed = await transaction(TABLE)
        .where({ id: row.id })
        .whereIn("state", from)
        .update({
          state: "done",
          failure: null,
          ...values,
          updated_at: transaction.fn.now(),
        })
      if (changed === 1) {
        const sum = await sumOf(transaction, row.e_invoice_order_id, ["done"])
        await raiseRefundedTotal(transaction, row.e_invoice_order_id, sum)
        await new StatusRecords(transaction, this.clock).unflag(
          row.e_invoice_order_id,
          ...lifted
        )
      }
      return changed === 1
    })
  }

  /** Records that the money certainly did not go back. */
  async rejected(id: string, failure: RefundFailure): Promise<void> {
    await this.close(id, "rejected", failure)
  }

  /** Says otherwise why a refund was refused, as when approval of it was refused too. */
  async refusedAgain(id: string, failure: RefundFailure): Promise<void> {
    await this.database(TABLE)
      .where({ id, state: "rejected" })
      .update({
        failure: JSON.stringify(failure),
        updated_at: this.database.fn.now(),
      })
  }

  /** Records that nobody knows whether the money went back. */
  async inDoubt(id: string, failure: RefundFailure): Promise<void> {
    await this.close(id, "in_doubt", failure)
  }

  /**
   * What Medusa sent back of an order, in decimal major units.
   *
   * @returns `done`: certainly; `open`: perhaps
   */
  async sums(eInvoiceOrderId: string): Promise<{ done: string; open: string }> {
    return {
      done: await sumOf(this.database, eInvoiceOrderId, ["done"]),
      open: await sumOf(this.database, eInvoiceOrderId, OPEN),
    }
  }

  /** Keeps what the service says went back of an order in total, if it is more than known; decimal major units. */
  async serviceReports(eInvoiceOrderId: string, total: string): Promise<void> {
    await raiseRefundedTotal(this.database, eInvoiceOrderId, total)
  }

  private async close(
    id: string,
    state: RefundState,
    failure: RefundFailure
  ): Promise<void> {
    await this.database(TABLE)
      .where({ id })
      .whereIn("state", OPEN)
      .update({
        state,
        failure: JSON.stringify(failure),
        updated_at: this.database.fn.now(),
      })
  }

  private rows(): Knex.QueryBuilder<RefundRow> {
    return this.database<RefundRow>(TABLE).whereNull("deleted_at")
  }
}

async function sumOf(
  database: Knex,
  eInvoiceOrderId: string,
  states: RefundState[]
): Promise<string> {
  const row: { sum: string } | undefined = await database(TABLE)
    .where({ e_invoice_order_id: eInvoiceOrderId })
    .whereIn("state", states)
    .whereNull("deleted_at")
    .first(database.raw("coalesce(sum(amount), 0)::text as sum"))
  return row?.sum ?? "0"
}

async function raiseRefundedTotal(
  database: Knex,
  eInvoiceOrderId: string,
  total: string
): Promise<void> {
  await database(ORDERS)
    .where({ id: eInvoiceOrderId })
    .where("refunded_total", "<", total)
    .update({
      ...amountColumns("refunded_total", total),
      updated_at: database.fn.now(),
    })
}
