import type { KeyRing } from "../personal-data/encryption-keys"
import { open, seal, UnreadableError } from "../personal-data/sealed-text"
import type { AnyRequest } from "./operation-request"
import type { OperationRow } from "./operation-row"

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
