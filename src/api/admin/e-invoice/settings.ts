import type { MiddlewareRoute } from "@medusajs/framework/http"

import { type ConnectClient, ConnectError, type ConnectErrorKind } from "../../../connect"
import { describeOptions, type OptionDescription } from "../../../describe-options"
import type { EInvoiceOptions } from "../../../options"
import { changes, emptyBody, reads } from "./requests"

/** Checks and policies of the routes of the settings page. */
export const settingsMiddlewares = (): MiddlewareRoute[] => [
  reads("/settings"),
  changes("/settings/connection-test", emptyBody),
  changes("/settings/callback-test", emptyBody),
]

/** An option with what it is set to; of a secret, only whether it is set. */
export type OptionInForce = OptionDescription & {
  /** Null when the option is absent, or a secret. */
  value: unknown
  /** Whether it has a value, by default or by the merchant's word. */
  is_set: boolean
  is_default: boolean
}

/** Every option of the schema with the value that the running server uses. Secrets do not leave the server. */
export const optionsInForce = (options: EInvoiceOptions): OptionInForce[] =>
  describeOptions().map((description) => {
    const value = valueAt(options, description.name.split("."))
    return {
      ...description,
      value: description.secret ? null : (value ?? null),
      is_set: isSet(value),
      is_default: isDefault(description, value),
    }
  })

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (member, name) =>
      typeof member === "object" && member !== null
        ? (member as Record<string, unknown>)[name]
        : undefined,
    value
  )

const isSet = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0)

function isDefault({ default: preset, required }: OptionDescription, value: unknown): boolean {
  return preset === undefined ? !required && value === undefined : JSON.stringify(value) === preset
}

/** What a call with the configured token came to. */
type ConnectionVerdict =
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
  /** The client's message for staff; null when the verdict is `ok`. */
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
