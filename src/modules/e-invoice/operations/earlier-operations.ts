import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { OperationId, RecordKind } from "../../../connect"
import { MADE_JUST_NOW, SETTLED_LATELY, UNSETTLED_STATES } from "../intent"
import type { KeyRing } from "../personal-data/encryption"
import { approvalKeyOf, type OperationRow, type Subject } from "./operation"

/**
 * SQL: the service rejected a refund for lack of approval, and was asked for it: its operator may carry it out, or has. The failure of
 * one of which staff recorded the operator's answer names no reason of the service.
 */
export const AWAITS_APPROVAL = `(state = 'rejected' and failure ->> 'messageKey' is not null and exists (
  select 1 from einvoice_operation asked
  where asked.operation_id = 'refunds.request-approval'
    and asked.idempotency_key = ${approvalKeyOf("einvoice_operation")}
    and asked.state not in ('prepared', 'rejected') and asked.deleted_at is null
))`

/** SQL: the request's hash names a key that is none of these, so that it may be of any request. */
export const OF_LOST_KEY = "split_part(request_hash, '.', 1) <> all(?)"

/** An operation that a further one may be once more. */
type AskingConfirmation = OperationRow & {
  is_just_now: boolean
  awaits_approval: boolean
  /** Whether staff recorded lately that an attempt of it was not carried out. */
  is_ruled_out: boolean
}

/** A refund of a reservation, and whether one of an invoice beside it may be it once more: it is open, or was made just now. */
export type ReservationRefund = Pick<
  OperationRow,
  "id" | "attempt" | "state" | "sending_at" | "created_at"
> & {
  may_be_repeated: boolean
}

/** SQL: staff found that the attempt had no effect, or that one before it had none; a doubt that ended before the last sending. */
const RULED_OUT = `case
  when state = 'rejected' and settled_by is not null then 'last'
  when settled_at < sending_at then 'earlier'
end`

/** SQL: how long the service may take to carry out, or to show, what was asked of it. */
const LATELY = "now() - interval '30 days'"

/** SQL: staff recorded so recently that an attempt had no effect that it may have one yet. */
const RULED_OUT_LATELY = `coalesce(${RULED_OUT} is not null and settled_at > ${LATELY}, false)`

/** An operation that moved money on a record, may have, or was found by staff not to. */
export type MoneyMove = OperationRow & {
  /** Whether the money it moves may be at the service: it was carried out, may have been, or waits for approval. */
  explains: boolean
  /** Which attempt staff found to have had no effect. */
  ruled_out: "last" | "earlier" | null
}

/**
 * What the journal of operations says of earlier ones: what holds a further one back, what it may be once more, and what moved money on
 * a record.
 */
export class EarlierOperations {
  constructor(
    private readonly database: Knex,
    private readonly keys: KeyRing
  ) {}

  /** Which of these hashes an operation has that may have taken effect, or still may, and must not be sent again. */
  async openHash(operationId: OperationId, hashes: readonly string[]): Promise<string | undefined> {
    const row = await this.rows()
      .where({ operation_id: operationId, may_repeat: false })
      .whereIn("request_hash", [...hashes])
      .whereIn("state", UNSETTLED_STATES)
      .first<{ request_hash: string } | undefined>("request_hash")
    return row?.request_hash
  }

  /**
   * What may have taken effect, or still may, and holds an operation back: the same request, one that may be since its key was lost, or
   * money of the same record.
   */
  async openBeside({
    id,
    operation_id,
    request_hash,
    subject_kind,
    subject_uuid,
  }: OperationRow): Promise<OperationRow | undefined> {
    return this.rows()
      .whereNot({ id })
      .whereIn("state", UNSETTLED_STATES)
      .where((either) => {
        void either.where({ operation_id, request_hash, may_repeat: false })
        void either.orWhere((lost) => {
          void lost
            .where({ operation_id, subject_uuid, may_repeat: false })
            .whereRaw(OF_LOST_KEY, [this.keys.map(({ id: keyId }) => keyId)])
        })
        if (subject_uuid !== null) {
          void either.orWhere({ subject_kind, subject_uuid, moves_money: true })
        }
      })
      .orderByRaw("request_hash = ? desc", [request_hash])
      .first()
  }

  /**
   * The same operation on the same record, settled lately, made just now, or a refund whose approval was asked for: a further one
   * may be this once more. Also what staff ruled out lately, an earlier attempt of the operation itself too.
   */
  async askingConfirmation({
    id,
    operation_id,
    subject_kind,
    subject_uuid,
  }: OperationRow): Promise<AskingConfirmation[]> {
    const isAnother = `id <> ? and (${AWAITS_APPROVAL} or (state = 'succeeded' and (${SETTLED_LATELY} or ${MADE_JUST_NOW})))`
    return this.rows()
      .where({ operation_id, subject_kind, subject_uuid })
      .whereRaw(`((${isAnother}) or ${RULED_OUT_LATELY})`, [id])
      .select<AskingConfirmation[]>(
        "*",
        this.database.raw(`${MADE_JUST_NOW} as is_just_now`),
        this.database.raw(`${AWAITS_APPROVAL} as awaits_approval`),
        this.database.raw(`${RULED_OUT_LATELY} as is_ruled_out`)
      )
  }

  /** What another operation moved that was carried out lately, may have been, or was ruled out lately, on whatever record. */
  async movedLatelyBy(operationId: OperationId): Promise<OperationRow[]> {
    return this.rows()
      .where({ operation_id: operationId })
      .whereRaw(
        `(state in ('sending', 'in_doubt') or (state = 'succeeded' and updated_at > ${LATELY}) or ${RULED_OUT_LATELY})`
      )
  }

  /** Refunds of a Medusa order's reservations that were carried out, or may have been, or wait for approval; the oldest first. */
  async refundsOfReservations(orderId: string): Promise<ReservationRefund[]> {
    return this.rows()
      .where({ operation_id: "reservations.refund", subject_kind: "reservation" })
      .whereRaw(
        `subject_uuid in (
          select remote_uuid from einvoice_record where kind = 'reservation' and order_id = ? and deleted_at is null
        )`,
        [orderId]
      )
      .whereRaw(`(state in ('succeeded', 'sending', 'in_doubt') or ${AWAITS_APPROVAL})`)
      .orderBy(["created_at", "id"])
      .select<ReservationRefund[]>(
        "id",
        "attempt",
        "state",
        "sending_at",
        "created_at",
        this.database.raw(`(state <> 'succeeded' or ${MADE_JUST_NOW}) as may_be_repeated`)
      )
  }

  /** What took effect on a record. */
  async doneOn(operationId: OperationId, { kind, uuid }: Subject): Promise<OperationRow[]> {
    return this.rows().where({
      operation_id: operationId,
      subject_kind: kind,
      subject_uuid: uuid,
      state: "succeeded",
    })
  }

  /** What moved money on a record, may have, or was found by staff not to, as it was sent. */
  async movesOn({ kind, uuid }: Subject): Promise<MoneyMove[]> {
    const explains = `(state in ('succeeded', 'sending', 'in_doubt') or ${AWAITS_APPROVAL})`
    return this.rows()
      .where({ subject_kind: kind, subject_uuid: uuid, moves_money: true })
      .whereRaw(`(${explains} or ${RULED_OUT} is not null)`)
      .orderBy(["sending_at", "id"])
      .select<MoneyMove[]>(
        "*",
        this.database.raw(`${explains} as explains`),
        this.database.raw(`${RULED_OUT} as ruled_out`)
      )
  }

  /** Of which of these records staff found that an attempt to move money had no effect. */
  async ruledOutOn(kind: RecordKind, uuids: readonly string[]): Promise<ReadonlySet<string>> {
    const found: string[] = await this.rows()
      .where({ subject_kind: kind, moves_money: true })
      .whereIn("subject_uuid", [...uuids])
      .whereRaw(`${RULED_OUT} is not null`)
      .pluck("subject_uuid")
    return new Set(found)
  }

  private rows() {
    return this.database("einvoice_operation").whereNull("deleted_at")
  }
}
