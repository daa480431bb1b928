import { ConnectError } from "../connect"

/**
 * What one kind of intent does around the one request of an attempt whose right to be sent was claimed. Who may claim it, and
 * settle it later, stands in the kind's transitions.
 */
export type SendingPolicy<Answer, Result> = {
  /** Sends the request; nothing but the service's word may come of it. */
  send(): Promise<Answer>
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
 * fails after the answer came leaves it in doubt.
 */
export async function sendOnce<Answer, Result>(
  policy: SendingPolicy<Answer, Result>
): Promise<Result> {
  let answer: Answer
  try {
    answer = await policy.send()
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

/** Whether the service, or the connection to it, excludes that a request took effect. */
export const excludesEffect = (error: unknown): error is ConnectError =>
  error instanceof ConnectError && !error.outcomeUnknown
