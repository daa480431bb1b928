import type { InferTypeOf } from "@medusajs/framework/types"

import type { OperationId } from "../../../connect"
import type { JournalFailure } from "../orders/order-row"
import type { StoredRow } from "../database"
import type { Transitions } from "../intent"
import type EInvoiceOperation from "../models/e-invoice-operation"
import {
  type KeyRing,
  open,
  seal,
  type SealedText,
  UnreadableError,
} from "../personal-data/encryption"
import type { TimelineActor } from "../timeline"
import type { AnyRequest, Subject } from "./operation-request"

/** What the service answered, without personal data. */
export type StoredAnswer = {
  httpStatus: number
  messageKey: string
  data: unknown
  /** The whole answer, kept where its shape is not published. */
  raw?: unknown
}

/** An operation as it is journalled. `settled_by` is who found out what became of it; null where the service answered. */
export type OperationRow = StoredRow<
  InferTypeOf<typeof EInvoiceOperation>,
  {
    operation_id: OperationId
    actor: TimelineActor
    settled_by: TimelineActor | null
    sealed_request: SealedText | null
    sealed_before: SealedText | null
    request: unknown
    answer: StoredAnswer | null
    failure: JournalFailure | null
  }
>

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

/**
 * Every change of state of an operation, by who may make it; docs/internals/journal.md says when each happens. What may be repeated is
 * sent again while it is in doubt.
 */
export const OPERATION_TRANSITIONS = {
  sender: {
    prepared: ["sending"],
    sending: ["succeeded", "rejected", "in_doubt"],
    rejected: ["sending", "succeeded"],
    in_doubt: ["sending", "succeeded", "rejected"],
  },
  lease: { sending: ["in_doubt"] },
  staff: { in_doubt: ["succeeded", "rejected"] },
  callback: { rejected: ["succeeded"], in_doubt: ["succeeded"] },
} as const satisfies Transitions

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
