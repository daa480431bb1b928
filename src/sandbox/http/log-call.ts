import type { OperationId } from "../../connect"
import type { Answer } from "../answers"
import type { Engine } from "../engine"
import { faultText, isDeliveryFault, type Fault } from "../faults/fault"
import { visibleStatus } from "../faults/faulty-delivery"
import { redact } from "../redaction"
import type { SandboxContext, SentBody } from "./read-body"

const LOGGED_BODY_BYTES = 100_000

/** What became of a call. */
export type CallOutcome = {
  answer: Answer
  /** Whether the operation took effect, whatever the caller was told. */
  executed: boolean
  fault?: Fault
}

/** Adds a call to the request log, redacted, and writes its line. */
export function logCall(
  engine: Engine,
  id: OperationId,
  { req }: SandboxContext,
  body: SentBody,
  { answer, executed, fault }: CallOutcome,
  elapsedMs: number
): void {
  const isBodyKept = body.size > 0 && body.size <= LOGGED_BODY_BYTES
  const entry = engine.requests.add({
    at: engine.world.timestamp(),
    method: req.method,
    path: req.path,
    query: redact(req.query()) as Record<string, unknown>,
    operationId: id,
    status:
      fault && isDeliveryFault(fault) ? visibleStatus(fault.kind, answer.status) : answer.status,
    messageKey: answer.body.message,
    ...(answer.status === 417 && { errors: answer.body.errors }),
    ...(fault && { fault: faultText(fault) }),
    executed,
    durationMs: Math.round(elapsedMs),
    ...(isBodyKept && { body: redact(body.json) }),
  })
  const played = entry.fault ? ` (fault ${entry.fault})` : ""
  engine.settings.log(
    `${entry.method} ${entry.path} ${entry.status || "no answer"} ${entry.messageKey}${played} ${entry.durationMs} ms`
  )
}
