import type { OperationId } from "../../../connect"
import type { JournalFailure } from "../creation/journal-row"
import type { OperationState } from "../models/e-invoice-operation"
import {
  type KeyRing,
  open,
  seal,
  type SealedText,
  UnreadableError,
} from "../personal-data/encryption"
import type { TimelineActor } from "../timeline"
import type { AnyRequest, Subject } from "./operation-request"

/** An attempt of an operation: what was learned about one is never applied to another. */
export type KnownOperation = Pick<OperationRow, "id" | "attempts">

/** What the service answered, without anybody's personal data. */
export type StoredAnswer = {
  httpStatus: number
  messageKey: string
  data: unknown
  /** The whole answer, kept where nobody has published its shape. */
  raw?: unknown
}

/** An operation as it is journalled. */
export type OperationRow = {
  id: string
  operation_id: OperationId
  idempotency_key: string
  request_hash: string
  may_repeat: boolean
  moves_money: boolean
  subject_kind: string | null
  subject_uuid: string | null
  record_id: string | null
  e_invoice_order_id: string | null
  order_id: string | null
  customer_id: string | null
  actor: TimelineActor
  /** Who found out what became of it; null where the service answered. */
  settled_by: TimelineActor | null
  /** When a doubt about it ended. */
  settled_at: Date | null
  /** When the service showed that staff had settled it wrongly; null once staff handled that. */
  contradicted_at: Date | null
  /** Id of the operation of which this row is a further key. */
  same_as: string | null
  /** That staff confirmed that it is to be done once more. */
  repeat_confirmed: boolean
  state: OperationState
  /** How often it was sent. */
  attempts: number
  sending_at: Date | null
  sealed_request: SealedText | null
  sealed_before: SealedText | null
  request: unknown
  answer: StoredAnswer | null
  failure: JournalFailure | null
  created_at: Date
  updated_at: Date
}

/** An operation that is about to be journalled. */
export type NewOperation = {
  operationId: OperationId
  idempotencyKey: string
  requestHash: string
  mayRepeat: boolean
  movesMoney: boolean
  subject: Subject | undefined
  recordId: string | undefined
  eInvoiceOrderId: string | undefined
  orderId: string | undefined
  customerId: string | undefined
  actor: TimelineActor
  request: AnyRequest
  /** The request as it may be shown. */
  shown: unknown
  repeatConfirmed: boolean
}

/** How long an encrypted request, and what a change replaced, is kept at most: seconds. */
const SEALED_LIFETIME = 60 * 60

/** What of an operation may be personal, encrypted under the operation's id: what is sent, and what it replaces. */
export class OperationSecrets {
  constructor(private readonly keys: KeyRing) {}

  /** The columns that keep a request, and for how long. */
  columnsOf(id: string, request: AnyRequest, now: Date) {
    return {
      sealed_request: this.sealed(id, request),
      sealed_until: new Date(now.getTime() + SEALED_LIFETIME * 1000),
    }
  }

  /** Values as the database keeps them. */
  sealed(id: string, values: unknown): string {
    return JSON.stringify(seal(this.keys, id, JSON.stringify(values)))
  }

  /** @throws UnreadableError when the request was erased, or its key is no longer configured */
  requestOf({ id, sealed_request: request }: OperationRow): AnyRequest {
    if (!request) {
      throw new UnreadableError("it was erased; give the request again")
    }
    return JSON.parse(open(this.keys, id, request))
  }

  /** What a change replaced, until it is erased. */
  valuesBefore({ id, sealed_before: values }: OperationRow): unknown {
    return values ? JSON.parse(open(this.keys, id, values)) : undefined
  }
}
