import { type ConnectClient, ConnectError, type ConnectErrorKind } from "../../../../connect"

/** What a call with the configured token came to. */
export type ConnectionVerdict =
  | "ok"
  | "token_refused"
  | "unreachable"
  | "not_found"
  | "switched_off"
  | "unusable_answer"
  | "refused"

export type ConnectionTest = {
  verdict: ConnectionVerdict
  http_status: number | null
  message_key: string | null
  /** What the client says of it, for people; null when all is well. */
  message: string | null
  advice: string | null
  duration_ms: number
}

const verdicts: Readonly<Record<ConnectErrorKind, ConnectionVerdict>> = {
  unauthorised: "token_refused",
  unavailable: "unreachable",
  ambiguous: "unreachable",
  "not-found": "not_found",
  disabled: "switched_off",
  "malformed-answer": "unusable_answer",
  refused: "refused",
  conflict: "refused",
}

/** Asks the service whether it accepts the configured token (specification, Authentication 3). */
export async function testConnection(
  connect: Pick<ConnectClient, "call">
): Promise<ConnectionTest> {
  const start = performance.now()
  const since = () => Math.round(performance.now() - start)
  try {
    const { httpStatus, messageKey } = await connect.call("token.verify", {})
    return {
      verdict: "ok",
      http_status: httpStatus,
      message_key: messageKey,
      message: null,
      advice: null,
      duration_ms: since(),
    }
  } catch (error) {
    if (!(error instanceof ConnectError)) {
      throw error
    }
    return {
      verdict: verdicts[error.kind],
      http_status: error.httpStatus ?? null,
      message_key: error.messageKey ?? null,
      message: error.message,
      advice: error.advice,
      duration_ms: since(),
    }
  }
}
