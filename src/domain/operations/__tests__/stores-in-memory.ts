import type { OperationId } from "../../../connect"
import type { CallbackTokens } from "../../../modules/e-invoice/callbacks/callback"
import {
  type IntentActor,
  type IntentState,
  type KnownAttempt,
  statesBefore,
} from "../../../modules/e-invoice/intent"
import {
  type AnyRequest,
  approvalKey,
  type NewOperation,
  OPERATION_TRANSITIONS,
  type OperationRow,
  OperationSecrets,
  type StoredAnswer,
  type Subject,
} from "../../../modules/e-invoice/operations/operation"
import type {
  EarlierOperations,
  MoneyMove,
} from "../../../modules/e-invoice/operations/earlier-operations"
import type { OperationJournal } from "../../../modules/e-invoice/operations/operation-journal"
import type { RecordRow, RemoteRecords } from "../../../modules/e-invoice/operations/remote-records"
import type { JournalFailure } from "../../../modules/e-invoice/orders/order-row"
import { keyRing } from "../../../modules/e-invoice/personal-data/encryption"
import { ACCOUNT } from "../../creation/__tests__/doubtful-creation"
import { wasAsked } from "../../refunds/refund-approval"

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** After it a sender counts as lost. */
export const SENDER_LIFETIME = 30_000

export const keys = keyRing(Buffer.alloc(32, 1).toString("base64"))

/** The database's time, which a test moves. */
export class Clock {
  private at = Date.parse("2026-03-01T12:00:00Z")

  now(): Date {
    return new Date(this.at)
  }

  pass(ms: number): void {
    this.at += ms
  }
}

/** The log of operations in memory: fenced by attempt and state, and unique, as the database's is. */
export class JournalInMemory
  implements
    Pick<
      EarlierOperations,
      "askingConfirmation" | "doneOn" | "movedLatelyBy" | "movesOn" | "openBeside" | "openHash"
    >,
    Pick<
      OperationJournal,
      | "approvalDecided"
      | "claim"
      | "renew"
      | "timeLeft"
      | "contradictionHandled"
      | "decide"
      | "eraseExpired"
      | "find"
      | "inDoubt"
      | "keepValuesBefore"
      | "ofKey"
      | "ofRecord"
      | "prepare"
      | "prepareAgain"
      | "rejected"
      | "secrets"
      | "senderLost"
      | "standsFor"
      | "succeeded"
      | "tookEffectLate"
    >
{
  readonly secrets = new OperationSecrets(keys)
  /** What it says of earlier operations; one object here. */
  readonly earlier = this
  private readonly rows = new Map<string, OperationRow>()

  constructor(private readonly clock: Clock) {}

  /** Changes a row as no caller may. */
  patch(id: string, values: Partial<OperationRow>): OperationRow {
    const row = { ...this.get(id), ...values }
    this.rows.set(id, row)
    return row
  }

  get(id: string): OperationRow {
    const row = this.rows.get(id)
    if (!row) {
      throw new Error(`no row ${id}`)
    }
    return row
  }

  async find(id: string) {
    return this.rows.get(id)
  }

  async ofKey(key: string) {
    return this.only((row) => row.idempotency_key === key)[0]
  }

  async ofRecord(recordId: string) {
    return this.only((row) => row.record_id === recordId)[0]
  }

  async openHash(id: OperationId, hashes: readonly string[]) {
    const [open] = this.only(
      (row) =>
        row.operation_id === id &&
        !row.may_repeat &&
        hashes.includes(row.request_hash) &&
        isOpen(row)
    )
    return open?.request_hash
  }

  async openBeside(row: OperationRow) {
    const beside = this.only(
      (other) =>
        other.id !== row.id &&
        isOpen(other) &&
        ((isSame(other, row) && !other.may_repeat) ||
          (other.moves_money && isOfOneSubject(other, row)))
    )
    return beside.find((other) => other.request_hash === row.request_hash) ?? beside[0]
  }

  async askingConfirmation(row: OperationRow) {
    const since = (ms: number) => this.clock.now().getTime() - ms
    return this.only(
      (other) => other.operation_id === row.operation_id && isOfOneSubject(other, row)
    )
      .map((other) => ({
        ...other,
        is_just_now: other.updated_at.getTime() > since(10 * MINUTE),
        awaits_approval: this.awaitsApproval(other),
        is_ruled_out:
          ruledOutOf(other) !== null && (other.settled_at?.getTime() ?? 0) > since(30 * DAY),
      }))
      .filter(
        ({ id, state, settled_at: settled, is_just_now, awaits_approval, is_ruled_out }) =>
          is_ruled_out ||
          (id !== row.id &&
            (awaits_approval ||
              (state === "succeeded" &&
                (is_just_now || (settled !== null && settled.getTime() > since(24 * HOUR))))))
      )
  }

  async movedLatelyBy(operationId: OperationId) {
    const since = this.clock.now().getTime() - 30 * DAY
    return this.only(
      (row) =>
        row.operation_id === operationId &&
        (isOpen(row) ||
          (row.state === "succeeded" && row.updated_at.getTime() > since) ||
          (ruledOutOf(row) !== null && (row.settled_at?.getTime() ?? 0) > since))
    )
  }

  async doneOn(id: OperationId, { kind, uuid }: Subject) {
    return this.only(
      (row) =>
        row.operation_id === id &&
        row.subject_kind === kind &&
        row.subject_uuid === uuid &&
        row.state === "succeeded"
    )
  }

  async movesOn({ kind, uuid }: Subject) {
    return this.only(
      (row) => row.subject_kind === kind && row.subject_uuid === uuid && row.moves_money
    )
      .map((row): MoneyMove => {
        return {
          ...row,
          explains: row.state === "succeeded" || isOpen(row) || this.awaitsApproval(row),
          ruled_out: ruledOutOf(row),
        }
      })
      .filter(({ explains, ruled_out: ruledOut }) => explains || ruledOut !== null)
  }

  async tookEffectLate(move: MoneyMove, answer: StoredAnswer) {
    const now = this.clock.now()
    const shown = { answer, settled_by: "service", settled_at: now, failure: null } as const
    if (move.ruled_out === "last") {
      return this.move(move, "look-up", "succeeded", (row) => ({
        ...shown,
        ...this.contradiction(row),
      }))
    }
    const { sending_at: _sent, ...row } = this.patch(move.id, { settled_at: null })
    const id = `einvop_${this.rows.size + 1}`
    this.rows.set(id, {
      ...row,
      ...shown,
      id,
      idempotency_key: id,
      state: "succeeded",
      attempt: 1,
      sending_at: null,
      contradicted_at: now,
    })
    return this.get(id)
  }

  async standsFor(id: string, same: OperationRow) {
    if (["prepared", "rejected"].includes(this.get(id).state)) {
      this.patch(id, { same_as: same.id })
    }
  }

  async prepare(operation: NewOperation) {
    if (this.only((row) => row.idempotency_key === operation.idempotencyKey).length > 0) {
      return undefined
    }
    const id = `einvop_${this.rows.size + 1}`
    const now = this.clock.now()
    const row: OperationRow = {
      id,
      operation_id: operation.operationId,
      idempotency_key: operation.idempotencyKey,
      request_hash: operation.requestHash,
      may_repeat: operation.mayRepeat,
      moves_money: operation.movesMoney,
      subject_kind: operation.subject?.kind ?? null,
      subject_uuid: operation.subject?.uuid ?? null,
      record_id: operation.recordId ?? null,
      e_invoice_order_id: operation.eInvoiceOrderId ?? null,
      order_id: operation.orderId ?? null,
      customer_id: operation.customerId ?? null,
      actor: operation.actor,
      repeat_confirmed: operation.repeatConfirmed,
      state: "prepared",
      attempt: 0,
      account_hash: ACCOUNT,
      settled_by: null,
      settled_at: null,
      contradicted_at: null,
      same_as: null,
      sending_at: null,
      sealed_before: null,
      ...this.sealed(id, operation.request),
      request: operation.shown,
      lines: operation.lines ? [...operation.lines] : null,
      answer: null,
      failure: null,
      created_at: now,
      updated_at: now,
    }
    this.rows.set(id, row)
    return row
  }

  async prepareAgain(
    { id, attempt }: KnownAttempt,
    {
      requestHash,
      request,
      shown,
      lines,
      repeatConfirmed,
    }: Pick<NewOperation, "requestHash" | "request" | "shown" | "lines" | "repeatConfirmed">
  ) {
    const row = this.get(id)
    if (row.attempt === attempt && ["prepared", "rejected", "in_doubt"].includes(row.state)) {
      this.patch(id, {
        request_hash: requestHash,
        request: shown,
        lines: lines ? [...lines] : null,
        repeat_confirmed: repeatConfirmed,
        ...this.sealed(id, request),
        updated_at: this.clock.now(),
      })
    }
  }

  async claim(known: KnownAttempt) {
    const row = this.get(known.id)
    const isHeldBack = () =>
      this.only((other) => isOpen(other) && other.moves_money && isOfOneSubject(other, row))
        .length > 0
    if (
      row.same_as !== null ||
      row.sealed_request === null ||
      this.awaitsApproval(row) ||
      (row.state === "in_doubt" && !row.may_repeat) ||
      (row.may_repeat && isHeldBack())
    ) {
      return undefined
    }
    return this.move(known, "sender", "sending", () => ({
      attempt: known.attempt + 1,
      sending_at: this.clock.now(),
      failure: null,
      settled_by: null,
    }))
  }

  async renew({ id, attempt }: KnownAttempt) {
    const row = this.get(id)
    return row.attempt === attempt && row.state === "sending"
      ? this.patch(id, { sending_at: this.clock.now() })
      : undefined
  }

  timeLeft({ sending_at: claimedAt }: Pick<OperationRow, "sending_at">) {
    return (claimedAt?.getTime() ?? 0) + 20_000 - this.clock.now().getTime()
  }

  async keepValuesBefore(id: string, values: unknown) {
    this.patch(id, { sealed_before: JSON.parse(this.secrets.sealed(id, values)) })
  }

  async succeeded(known: KnownAttempt, answer: StoredAnswer, created: Subject | undefined) {
    return this.move(known, "sender", "succeeded", (row) => ({
      answer,
      failure: null,
      settled_at: row.state === "sending" ? row.settled_at : this.clock.now(),
      ...this.contradiction(row),
      ...(created && { subject_kind: created.kind, subject_uuid: created.uuid }),
      sealed_request: null,
    }))
  }

  async rejected(known: KnownAttempt, failure: JournalFailure) {
    const values = { failure, sealed_request: null, sealed_before: null }
    this.move(known, "sender", "rejected", () => values)
  }

  async inDoubt(known: KnownAttempt, failure: JournalFailure) {
    this.move(known, "sender", "in_doubt", () => ({ failure, sealed_request: null }))
  }

  async senderLost(known: KnownAttempt, failure: JournalFailure) {
    const sentAt = this.get(known.id).sending_at?.getTime() ?? -Infinity
    const isOver = sentAt <= this.clock.now().getTime() - SENDER_LIFETIME
    return isOver && this.move(known, "lease", "in_doubt", () => ({ failure })) !== undefined
  }

  async decide(
    known: KnownAttempt,
    by: "staff" | "callback",
    tookEffect: boolean,
    { by: actor, answer, failure, created }: Parameters<OperationJournal["decide"]>[3]
  ) {
    if (by === "staff" && this.get(known.id).state !== "in_doubt") {
      return undefined
    }
    return this.move(known, by, tookEffect ? "succeeded" : "rejected", (row) => ({
      settled_by: actor,
      settled_at: this.clock.now(),
      ...(tookEffect && this.contradiction(row)),
      ...(answer && { answer }),
      ...(created && { subject_kind: created.kind, subject_uuid: created.uuid }),
      failure: failure ?? null,
      sealed_until: row.sealed_until ?? this.clock.now(),
    }))
  }

  async approvalDecided(
    known: KnownAttempt,
    { by, ...decided }: Parameters<OperationJournal["approvalDecided"]>[1]
  ) {
    const row = this.get(known.id)
    const settled = { settled_by: by, settled_at: this.clock.now() }
    if (row.attempt !== known.attempt || !this.awaitsApproval(row)) {
      return undefined
    }
    return "answer" in decided
      ? this.move(known, "staff", "succeeded", () => ({ ...settled, ...decided, failure: null }))
      : this.patch(known.id, { ...settled, ...decided, updated_at: this.clock.now() })
  }

  async eraseExpired() {
    const expired = this.only(
      (row) => row.sealed_until !== null && row.sealed_until <= this.clock.now()
    )
    for (const row of expired) {
      this.patch(row.id, {
        sealed_request: null,
        sealed_before: null,
        sealed_until: null,
        ...(!isOpen(row) && { request_hash: "" }),
      })
    }
    return expired.length
  }

  async contradictionHandled(id: string) {
    const isContradicted = this.get(id).contradicted_at !== null
    this.patch(id, { contradicted_at: null })
    return isContradicted
  }

  private awaitsApproval({ id, state, attempt, failure }: OperationRow): boolean {
    return (
      state === "rejected" &&
      failure?.messageKey !== undefined &&
      this.only((row) => row.idempotency_key === approvalKey(id, attempt)).some(wasAsked)
    )
  }

  private only(isMeant: (row: OperationRow) => boolean): OperationRow[] {
    return [...this.rows.values()].filter(isMeant)
  }

  private sealed(id: string, request: AnyRequest) {
    const columns = this.secrets.columnsOf(id, request, this.clock.now())
    return { ...columns, sealed_request: JSON.parse(columns.sealed_request) }
  }

  private contradiction(row: OperationRow) {
    const isContradicted = row.state === "rejected" && row.settled_by !== null
    return { contradicted_at: isContradicted ? this.clock.now() : row.contradicted_at }
  }

  private move(
    { id, attempt }: KnownAttempt,
    by: IntentActor,
    to: IntentState,
    values: (row: OperationRow) => Partial<OperationRow>
  ): OperationRow | undefined {
    const row = this.rows.get(id)
    if (
      row?.attempt !== attempt ||
      !statesBefore(OPERATION_TRANSITIONS, by, to).includes(row.state)
    ) {
      return undefined
    }
    const next = { ...row, updated_at: this.clock.now(), ...values(row), state: to }
    const [taken] = this.only(
      (other) =>
        other.id !== id &&
        isOpen(next) &&
        isOpen(other) &&
        ((!next.may_repeat && !other.may_repeat && isSame(next, other)) ||
          (next.moves_money && other.moves_money && isOfOneSubject(next, other)))
    )
    if (taken) {
      throw Object.assign(new Error(`beside ${taken.id}`), { code: "23505" })
    }
    this.rows.set(id, next)
    return next
  }
}

const isOpen = ({ state }: OperationRow) => state === "sending" || state === "in_doubt"

const isSame = (one: OperationRow, other: OperationRow) =>
  one.operation_id === other.operation_id && one.request_hash === other.request_hash

const isOfOneSubject = (one: OperationRow, other: OperationRow) =>
  one.subject_uuid !== null &&
  one.subject_uuid === other.subject_uuid &&
  one.subject_kind === other.subject_kind

/** The database's driver binds none. */
function refuseUndefined(...values: unknown[]): void {
  if (values.includes(undefined)) {
    throw new TypeError("undefined binding")
  }
}

const isHeld = (status: string) => status === "SENT" || status === "RESERVED"

/** The remembered records in memory. */
export class RecordsInMemory implements Pick<
  RemoteRecords,
  | "adopt"
  | "announce"
  | "begin"
  | "callbackUrl"
  | "find"
  | "followAnew"
  | "lookAt"
  | "named"
  | "nameCompany"
  | "ofUuid"
  | "reported"
> {
  readonly all: RecordRow[] = []

  constructor(
    private readonly clock: Clock,
    private readonly tokens: CallbackTokens
  ) {}

  add(values: Partial<RecordRow>): RecordRow {
    const row = {
      id: `einvrec_${this.all.length + 1}`,
      kind: "order",
      remote_uuid: null,
      order_id: null,
      customer_id: null,
      status: null,
      check_count: 0,
      next_check_at: null,
      ...values,
    } as RecordRow
    this.all.push(row)
    return row
  }

  change(id: string, values: Partial<RecordRow> | Record<string, unknown>): void {
    const at = this.all.findIndex((row) => row.id === id)
    this.all[at] = { ...this.all[at], ...values } as RecordRow
  }

  announce() {
    const id = `einvrec_${this.all.length + 1}`
    return { id, callbackUrl: this.addressOf(id) }
  }

  async callbackUrl(id: string) {
    return this.addressOf(id)
  }

  async begin(id: string, record: Parameters<RemoteRecords["begin"]>[1]) {
    const { kind, orderId, customerId, organizationId, currencyCode, amount, reportsBack } = record
    this.add({
      id,
      kind,
      order_id: orderId ?? null,
      customer_id: customerId ?? null,
      organization_id: organizationId ?? null,
      currency_code: currencyCode,
      amount: amount ?? null,
      callback_token_hash: reportsBack ? "hash" : null,
    })
  }

  async named({ id }: Pick<RecordRow, "id">, answer: Parameters<RemoteRecords["named"]>[1]) {
    this.change(id, {
      created_by_operation: answer.operationRowId,
      remote_uuid: answer.uuid,
      remote_customer_uuid: answer.customerUuid,
      payment_url: answer.paymentUrl,
    })
  }

  async adopt(
    kind: RecordRow["kind"],
    uuid: string,
    { orderId, customerId }: { orderId: string | undefined; customerId: string | undefined }
  ) {
    if (!(await this.ofUuid(kind, uuid))) {
      const links = { order_id: orderId ?? null, customer_id: customerId ?? null }
      this.add({ kind, remote_uuid: uuid, ...links })
    }
    return this.ofUuid(kind, uuid)
  }

  async find(id: string) {
    return this.all.find((row) => row.id === id)
  }

  async ofUuid(kind: RecordRow["kind"], uuid: string) {
    refuseUndefined(uuid)
    return this.all.find((row) => row.kind === kind && row.remote_uuid === uuid)
  }

  async reported(
    row: Pick<RecordRow, "id" | "status" | "check_count">,
    {
      status,
      amount,
      customerUuid,
      kept,
      reservedAt,
      refunded,
    }: Parameters<RemoteRecords["reported"]>[1],
    now = this.clock.now()
  ) {
    if ((await this.find(row.id))?.status !== row.status) {
      return "overtaken" as const
    }
    const isNews = status !== row.status
    this.change(row.id, {
      status,
      check_count: isNews ? 0 : row.check_count + 1,
      last_checked_at: now,
      ...(amount !== undefined && { amount }),
      ...(refunded !== undefined && { refunded_total: refunded }),
      ...(reservedAt && { reserved_at: reservedAt }),
      ...(customerUuid && { remote_customer_uuid: customerUuid }),
      ...(kept !== undefined && { is_over: kept <= 0 && !isHeld(status) }),
    })
    return isNews ? ("news" as const) : ("known" as const)
  }

  async followAnew({ id }: Pick<RecordRow, "id">, now = this.clock.now()) {
    this.change(id, { check_count: 0, next_check_at: now })
  }

  async lookAt(ids: readonly string[], moment: Date) {
    ids.forEach((id) => this.change(id, { next_check_at: moment }))
  }

  async nameCompany(organizationId: string, name: string) {
    refuseUndefined(organizationId, name)
    this.all
      .filter((row) => row.organization_id === organizationId)
      .forEach(({ id }) => this.change(id, { company_name: name }))
  }

  private addressOf(id: string) {
    return this.tokens.addressOf(this.tokens.issue(id))
  }
}

/** Which attempt staff found to have had no effect. */
function ruledOutOf({
  state,
  settled_by: by,
  settled_at: settled,
  sending_at: sent,
}: OperationRow): MoneyMove["ruled_out"] {
  if (state === "rejected" && by !== null) {
    return "last"
  }
  return settled !== null && sent !== null && settled < sent ? "earlier" : null
}
