import { catalogue, operationOf, type Operation, type OperationId } from "../../connect"
import {
  executionException,
  internalDependencyError,
  invalidPayload,
  tooManyRequests,
  unauthorised,
  type Answer,
} from "../answers"
import type { Fault, StatusFaultKind } from "../faults/fault"
import { handlers } from "../handlers"
import type { Handler } from "../handlers/handler"
import { noSuchRecord } from "../handlers/replies"
import type { World } from "../state/world"
import { realPersonSentences } from "../validation/personal-number-guard"
import { checkRequest, type CheckedRequest, type RawRequest } from "../validation/request-check"

export type CallResult = {
  answer: Answer
  /** What is to happen once the call is answered. */
  effects: (() => void)[]
}

/** Validates a request and carries the operation out on the world. */
export function runCall(
  id: OperationId,
  request: RawRequest,
  world: World,
  origin: string
): CallResult {
  const operation = operationOf(id)
  const check = checkRequest(operation, request)
  if (check.verdict === "no-such-path") {
    return { answer: noSuchRecord(operation), effects: [] }
  }
  const sentences =
    check.verdict === "invalid" ? check.sentences : personSentences(operation, request, world)
  if (check.verdict === "invalid" || sentences.length > 0) {
    return { answer: invalidPayload(sentences), effects: [] }
  }
  return runHandler(id, check, world, origin)
}

/** The refusal a status fault answers with. */
export function faultAnswer(fault: Fault & { kind: StatusFaultKind }, now: Date): Answer {
  switch (fault.kind) {
    case "401":
      return unauthorised()
    case "417":
      return invalidPayload(["The sandbox was told to refuse this request."])
    case "429":
      return tooManyRequests(fault.retryAfter)
    case "500":
      return internalDependencyError(now)
    case "510":
      return executionException()
  }
}

function personSentences(operation: Operation, request: RawRequest, world: World): string[] {
  return operation.body && !world.settings.allowRealPersonalNumbers
    ? realPersonSentences(request.body)
    : []
}

function runHandler<Id extends OperationId>(
  id: Id,
  checked: { params: unknown; query: unknown; body: unknown },
  world: World,
  origin: string
): CallResult {
  const effects: (() => void)[] = []
  const handler: Handler<Id> = handlers[id]
  const { params, query, body } = checked as CheckedRequest<Id>
  const answer = handler({
    operation: catalogue[id],
    params,
    query,
    body,
    world,
    origin,
    afterAnswer: (effect) => effects.push(effect),
  })
  return { answer, effects }
}
