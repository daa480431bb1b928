import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { KeyRing } from "../personal-data/encryption"
import type { Clock } from "../database"
import type { JournalFailure } from "../orders/order-row"
import { Intents, type KnownAttempt } from "../intent"
import {
  AWAITS_APPROVAL,
  EarlierOperations,
  type MoneyMove,
  OF_LOST_KEY,
} from "./earlier-operations"
import {
  ERASED_HASH,
  type NewOperation,
  OPERATION_TRANSITIONS,
  type OperationRow,
  OperationSecrets,
  type StoredAnswer,
  type Subject,
} from "./operation"
import type { TimelineActor } from "../timeline"

const TABLE = "einvoice_operation"

/**
 * What changes at the service, from the intent to the answer. Every method is one statement, and what is known of one
 * attempt moves no other.
 */
export class OperationJournal {
  readonly secrets: OperationSecrets
  /** What went before an operation. */
  readonly earlier: EarlierOperations
  private readonly intents: Intents<OperationRow>

  /**
   * @param senderLifetime milliseconds after which an attempt's sender counts as lost
   * @param accountHash of the account that attempts are sent to: see `accountHash`
   */
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock,
    private readonly keys: KeyRing,
    private readonly senderLifetime: number,
    private readonly accountHash: string
  ) {
    this.secrets = new OperationSecrets(keys)
    this.earlier = new EarlierOperations(database, keys)
    this.intents = new Intents(database, {
      table: TABLE,
      transitions: OPERATION_TRANSITIONS,
      senderLifetime,
    })
  }

  async find(id: string): Promise<OperationRow | undefined> {
    return this.intents.find(id)
  }

  async ofKey(idempotencyKey: string): Promise<OperationRow | undefined> {
    return this.rows().where({ idempotency_key: idempotencyKey }).first()
  }

  /** The operation that a key stands for: its own, or the one of which it is a further key. */
  async intentOfKey(idempotencyKey: string): Promise<OperationRow | undefined> {
    const row = await this.ofKey(idempotencyKey)
    return row?.same_as ? this.find(row.same_as) : row
  }

  /** Makes a row that was never sent, or had no effect, a further key of the operation that asks the same. */
  async standsFor(id: string, same: OperationRow): Promise<void> {
    await this.rows()
      .where({ id })
      .whereIn("state", ["prepared", "rejected"])
      .update({ same_as: same.id })
  }

  /** The creation of a remembered record. */
  async ofRecord(recordId: string): Promise<OperationRow | undefined> {
    return this.rows().where({ record_id: recordId }).first()
  }

  /** @returns undefined when the idempotency key is taken */
  async prepare(
    operation: NewOperation,
    now = this.clock.now()
  ): Promise<OperationRow | undefined> {
    const id = generateEntityId(undefined, "einvop")
    const [row] = await this.database(TABLE)
      .insert({
        id,
        operation_id: operation.operationId,
        idempotency_key: operation.idempotencyKey,
        request_hash: operation.requestHash,
        may_repeat: operation.mayRepeat,
        moves_money: operation.movesMoney,
        subject_kind: operation.subject?.kind,
        subject_uuid: operation.subject?.uuid,
        record_id: operation.recordId,
        e_invoice_order_id: operation.eInvoiceOrderId,
        order_id: operation.orderId,
        customer_id: operation.customerId,
        actor: operation.actor,
        repeat_confirmed: operation.repeatConfirmed,
        state: "prepared",
        request: JSON.stringify(operation.shown),
        lines: linesColumn(operation.lines),
        ...this.secrets.columnsOf(id, operation.request, now),
        created_at: now,
        updated_at: now,
      })
      .onConflict()
      .ignore()
      .returning<OperationRow[]>("*")
    return row
  }

  /** Writes a request anew into a row that certainly had no effect. */
  async prepareAgain(
    { id, attempt }: KnownAttempt,
    {
      requestHash,
      request,
      shown,
      lines,
      repeatConfirmed,
    }: Pick<NewOperation, "requestHash" | "request" | "shown" | "lines" | "repeatConfirmed">,
    now = this.clock.now()
  ): Promise<void> {
    await this.rows()
      .where({ id, attempt })
      .whereIn("state", ["prepared", "rejected", "in_doubt"])
      .update({
        request_hash: requestHash,
        request: JSON.stringify(shown),
        lines: linesColumn(lines),
        repeat_confirmed: repeatConfirmed,
        ...this.secrets.columnsOf(id, request, now),
        updated_at: now,
      })
  }

  /**
   * Claims the right to send: of many who try at once, one succeeds. What ends or changes a record waits until nothing
   * that moves its money is open, a refund whose approval was asked for until staff know the answer, and what may be one that is open
   * under a key that was lost until that one is settled.
   *
   * @returns undefined when it was sent already and may not be sent again, has to wait, or its request was erased: another process
   *   may have attempted it since, without effect
   * @throws the database's unique violation when the same request is open under another key
   */
  async claim(known: KnownAttempt, now = this.clock.now()): Promise<OperationRow | undefined> {
    return this.intents.move(known, {
      by: "sender",
      to: "sending",
      values: {
        attempt: this.database.raw("attempt + 1"),
        sending_at: now,
        account_hash: this.accountHash,
        failure: null,
        settled_by: null,
      },
      only: this.database.raw(
        `same_as is null and sealed_request is not null
         and not ${AWAITS_APPROVAL} and (state <> 'in_doubt' or may_repeat)
         and (not may_repeat or not exists (
           select 1 from einvoice_operation beside
           where beside.subject_kind = einvoice_operation.subject_kind and beside.subject_uuid = einvoice_operation.subject_uuid
             and beside.moves_money and beside.state in ('sending', 'in_doubt') and beside.deleted_at is null
         ))
         and (may_repeat or not exists (
           select 1 from einvoice_operation beside
           where beside.id <> einvoice_operation.id and beside.operation_id = einvoice_operation.operation_id
             and beside.subject_uuid is not distinct from einvoice_operation.subject_uuid
             and not beside.may_repeat and beside.state in ('sending', 'in_doubt') and beside.deleted_at is null
             and ${OF_LOST_KEY}
         ))`,
        [this.keys.map(({ id }) => id)]
      ),
    })
  }

  /**
   * Begins the lease of a claimed attempt anew: what was looked at since it was claimed may have taken long.
   *
   * @returns undefined when it is its sender's no longer
   */
  async renew({ id, attempt }: KnownAttempt): Promise<OperationRow | undefined> {
    const [row]: OperationRow[] = await this.rows()
      .where({ id, attempt, state: "sending" })
      .update({ sending_at: this.clock.now() })
      .returning("*")
    return row
  }

  /** Milliseconds that are left to send a claimed attempt and to get its answer: see `Intents.timeLeft`. */
  timeLeft(attempt: Pick<OperationRow, "sending_at">): number {
    return this.intents.timeLeft(attempt, this.clock.now())
  }

  /** Keeps what a change is about to replace, encrypted, so that it can be put back. */
  async keepValuesBefore(id: string, values: unknown): Promise<void> {
    await this.rows()
      .where({ id })
      .update({ sealed_before: this.secrets.sealed(id, values) })
  }

  /**
   * Records that an attempt took effect: the answer outranks what staff said of the attempt meanwhile.
   *
   * @returns undefined when the row is at another attempt
   */
  async succeeded(
    known: KnownAttempt,
    answer: StoredAnswer,
    created: Subject | undefined
  ): Promise<OperationRow | undefined> {
    return this.intents.move(known, {
      by: "sender",
      to: "succeeded",
      values: {
        answer: JSON.stringify(answer),
        failure: null,
        settled_at: this.database.raw("case when state = 'sending' then settled_at else now() end"),
        ...this.contradiction(),
        ...(created && {
          subject_kind: created.kind,
          subject_uuid: created.uuid,
        }),
        sealed_request: null,
      },
    })
  }

  /** Records that an attempt certainly had no effect. */
  async rejected(known: KnownAttempt, failure: JournalFailure): Promise<void> {
    await this.intents.move(known, {
      by: "sender",
      to: "rejected",
      values: { failure: JSON.stringify(failure), sealed_request: null, sealed_before: null },
    })
  }

  /** Records that the sender of an attempt got no usable answer. */
  async inDoubt(known: KnownAttempt, failure: JournalFailure): Promise<void> {
    await this.intents.move(known, {
      by: "sender",
      to: "in_doubt",
      values: { failure: JSON.stringify(failure), sealed_request: null },
    })
  }

  /** Records that the sender of an attempt has ended without saying what came of it. */
  async senderLost(known: KnownAttempt, failure: JournalFailure): Promise<boolean> {
    const row = await this.intents.move(known, {
      by: "lease",
      to: "in_doubt",
      values: { failure: JSON.stringify(failure) },
    })
    return row !== undefined
  }

  /**
   * Records what staff, or a callback of the service, say of an operation in doubt.
   *
   * @returns undefined when it is at another attempt, or this actor may not decide about it as it is
   */
  async decide(
    known: KnownAttempt,
    by: "staff" | "callback",
    tookEffect: boolean,
    decided: {
      by: TimelineActor
      answer?: StoredAnswer
      failure?: JournalFailure
      created?: Subject | undefined
    }
  ): Promise<OperationRow | undefined> {
    return this.intents.move(known, {
      by,
      to: tookEffect ? "succeeded" : "rejected",
      ...(by === "staff" && { from: ["in_doubt"] }),
      values: {
        settled_by: decided.by,
        settled_at: this.database.fn.now(),
        ...(tookEffect && this.contradiction()),
        ...(decided.answer && { answer: JSON.stringify(decided.answer) }),
        ...(decided.created && {
          subject_kind: decided.created.kind,
          subject_uuid: decided.created.uuid,
        }),
        failure: decided.failure ? JSON.stringify(decided.failure) : null,
        sealed_until: this.database.raw("coalesce(sealed_until, now())"),
      },
    })
  }

  /**
   * Records what staff say of a refund whose approval was asked for.
   *
   * @param failure why it is rejected for good, where it was not carried out
   * @returns undefined when it is at another attempt, or awaits no approval any more
   */
  async approvalDecided(
    known: KnownAttempt,
    decided: { by: TimelineActor } & ({ answer: StoredAnswer } | { failure: JournalFailure })
  ): Promise<OperationRow | undefined> {
    const settled = { settled_by: decided.by, settled_at: this.database.fn.now() }
    if ("answer" in decided) {
      return this.intents.move(known, {
        by: "staff",
        to: "succeeded",
        from: ["rejected"],
        values: { ...settled, answer: JSON.stringify(decided.answer), failure: null },
        only: this.database.raw(AWAITS_APPROVAL),
      })
    }
    const [row]: OperationRow[] = await this.rows()
      .where({ id: known.id, attempt: known.attempt })
      .whereRaw(AWAITS_APPROVAL)
      .update({
        ...settled,
        failure: JSON.stringify(decided.failure),
        updated_at: this.database.fn.now(),
      })
      .returning("*")
    return row
  }

  /**
   * Records that the service shows what staff had found not carried out. An earlier attempt becomes an operation of its own: what
   * is known of it says nothing of the one that was sent since.
   *
   * @returns undefined when it is recorded already, or at another attempt
   */
  async tookEffectLate(move: MoneyMove, answer: StoredAnswer): Promise<OperationRow | undefined> {
    if (move.ruled_out === "earlier") {
      return this.earlierTookEffect(move, answer)
    }
    return this.intents.move(move, {
      by: "look-up",
      to: "succeeded",
      values: {
        settled_by: "service",
        settled_at: this.database.fn.now(),
        ...this.contradiction(),
        answer: JSON.stringify(answer),
        failure: null,
      },
      only: this.database.raw("settled_by is not null"),
    })
  }

  private async earlierTookEffect(
    { id, attempt }: KnownAttempt,
    answer: StoredAnswer
  ): Promise<OperationRow | undefined> {
    const ownId = generateEntityId(undefined, "einvop")
    const { rows }: { rows: OperationRow[] } = await this.database.raw(
      `with ruled_out as (
         update einvoice_operation set settled_at = null
         where id = :id and attempt = :attempt and settled_at < sending_at and deleted_at is null
         returning *
       )
       insert into einvoice_operation (
         id, idempotency_key, request_hash, state, attempt, settled_by, settled_at, contradicted_at, answer,
         operation_id, may_repeat, moves_money, subject_kind, subject_uuid, e_invoice_order_id, order_id,
         customer_id, actor, request, created_at, updated_at
       )
       select :ownId, :ownId, :hash, 'succeeded', 1, 'service', now(), now(), :answer::jsonb,
         operation_id, may_repeat, moves_money, subject_kind, subject_uuid, e_invoice_order_id, order_id,
         customer_id, actor, request, created_at, now()
       from ruled_out
       returning *`,
      { id, attempt, ownId, hash: ERASED_HASH, answer: JSON.stringify(answer) }
    )
    return rows[0]
  }

  /**
   * Erases requests, their hashes, and what changes replaced, that were kept long enough. The hash stays while a
   * request is in doubt: the same one must not be sent meanwhile.
   */
  async eraseExpired(now = this.clock.now()): Promise<number> {
    return this.rows()
      .where("sealed_until", "<=", now)
      .update({
        sealed_request: null,
        sealed_before: null,
        sealed_until: null,
        request_hash: this.database.raw(
          "case when state in ('sending', 'in_doubt') then request_hash else ? end",
          [ERASED_HASH]
        ),
      })
  }

  /** The same journal, in a transaction. */
  within(transaction: Knex): OperationJournal {
    return new OperationJournal(
      transaction,
      this.clock,
      this.keys,
      this.senderLifetime,
      this.accountHash
    )
  }

  /** The operations on a customer, or on one of their orders or records, the oldest first. */
  async ofCustomer(of: {
    customerId: string
    orderIds: readonly string[]
    eInvoiceOrderIds: readonly string[]
    recordIds: readonly string[]
    /** Records of the customer, as the service names them. */
    subjects: readonly Subject[]
    /** What the service calls the customer. */
    remoteCustomerUuids: readonly string[]
  }): Promise<OperationRow[]> {
    return this.rows()
      .where((either) => {
        void either
          .where({ customer_id: of.customerId })
          .orWhereIn("order_id", [...of.orderIds])
          .orWhereIn("e_invoice_order_id", [...of.eInvoiceOrderIds])
          .orWhereIn("record_id", [...of.recordIds])
          .orWhereIn(
            ["subject_kind", "subject_uuid"],
            of.subjects.map(({ kind, uuid }) => [kind, uuid])
          )
          .orWhere((customer) => {
            void customer
              .where({ subject_kind: "customer" })
              .whereIn("subject_uuid", [...of.remoteCustomerUuids])
          })
      })
      .orderBy(["created_at", "id"])
  }

  /**
   * Erases what tells of the customer of an operation.
   *
   * @param left what is kept of its request and its answer
   */
  async eraseCustomer(
    id: string,
    left: { request: unknown; answer: StoredAnswer | null },
    now = this.clock.now()
  ): Promise<void> {
    await this.database(TABLE)
      .where({ id })
      .update({
        customer_id: null,
        request: JSON.stringify(left.request),
        answer: left.answer && JSON.stringify(left.answer),
        failure: null,
        request_hash: ERASED_HASH,
        sealed_request: null,
        sealed_before: null,
        sealed_until: null,
        updated_at: now,
      })
  }

  /** Staff have seen that the service contradicted what they had settled. */
  async contradictionHandled(id: string): Promise<boolean> {
    const changed = await this.rows()
      .where({ id })
      .whereNotNull("contradicted_at")
      .update({ contradicted_at: null })
    return changed === 1
  }

  /** What staff had settled as without effect took effect after all. */
  private contradiction() {
    return {
      contradicted_at: this.database.raw(
        "case when state = 'rejected' and settled_by is not null then now() else contradicted_at end"
      ),
    }
  }

  private rows() {
    return this.database(TABLE).whereNull("deleted_at")
  }
}

const linesColumn = (lines: NewOperation["lines"]): string | null =>
  lines ? JSON.stringify(lines) : null
