import { ConnectError, type OperationId, UnavailableError } from "../connect"
import type { RefusalCode } from "./failure"

/**
 * What one kind of intent does around the one request of an attempt whose right to be sent was claimed. Who may claim it, and
 * settle it later, stands in the kind's transitions.
 */
export type SendingPolicy<Answer, Result> = {
  /** The operation of the service, for errors. */
  readonly operationId: OperationId
  /** Milliseconds that are left to send the attempt and to get its answer, zero or below when it may not be sent any more. */
  timeLeft(): number
  /**
   * Sends the request; nothing but the service's word may come of it.
   *
   * @param budgetMs what each request may take, asked for right before it is sent; throws once none may be sent any more
   */
  send(budgetMs: () => number): Promise<Answer>
  /** Whether an error of sending excludes that the request took effect. */
  excludesEffect(error: unknown): error is ConnectError
  /**
   * Writes down that the attempt succeeded.
   *
   * @returns undefined when the intent has moved on without it
   */
  succeeded(answer: Answer): Promise<Result | undefined>
  /** Keeps what an attempt did after which the intent had moved on, and calls staff. */
  overtaken(answer: Answer): Promise<Result>
  /** Writes down that the attempt certainly had no effect. */
  rejected(error: ConnectError): Promise<Result>
  /** Writes down that it is unknown what became of the attempt. */
  inDoubt(error: unknown): Promise<Result>
}

/**
 * Sends a claimed attempt once, and writes down what came of it. It is rejected only by an error of the sending itself: what
 * fails after the answer came leaves it in doubt. Nothing is sent once the lease of the attempt may be over: a process that stood
 * still since would send what was given up meanwhile, and sent anew.
 */
export async function sendOnce<Answer, Result>(
  policy: SendingPolicy<Answer, Result>
): Promise<Result> {
  let answer: Answer
  try {
    answer = await policy.send(() => budgetOf(policy))
  } catch (error) {
    return policy.excludesEffect(error) ? policy.rejected(error) : policy.inDoubt(error)
  }
  let result: Result | undefined
  try {
    result = await policy.succeeded(answer)
  } catch (error) {
    return policy.inDoubt(error)
  }
  return result ?? policy.overtaken(answer)
}

/** @throws UnavailableError when nothing may be sent any more */
function budgetOf({
  operationId,
  timeLeft,
}: Pick<SendingPolicy<never, never>, "operationId" | "timeLeft">): number {
  const left = timeLeft()
  if (left <= 0) {
    throw notSentInTime(operationId)
  }
  return left
}

/** The error of an attempt that was not sent, as another process may count its sender as lost. */
export const notSentInTime = (operationId: OperationId): UnavailableError =>
  new UnavailableError({
    operationId,
    code: "not_sent_in_time" satisfies RefusalCode,
    message: "The request was not sent: the server stood still for too long before it.",
    advice: "Look at what became of it meanwhile, and give it again if it is still wanted.",
  })

/** Whether the service, or the connection to it, excludes that a request took effect. */
export const excludesEffect = (error: unknown): error is ConnectError =>
  error instanceof ConnectError && !error.outcomeUnknown
