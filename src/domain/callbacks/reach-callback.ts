import type { Dispatcher } from "undici"
import { z } from "@medusajs/framework/zod"

import {
  type CallbackSelfTest,
  CHALLENGE_PARAMETER,
  type SelfTestCall,
} from "../../modules/e-invoice/callbacks/callback"

/** How long the whole test may take, in milliseconds. */
const BUDGET = 8_000

/** How much of an answer is read, in bytes: ours takes about 150. */
const MOST_READ = 4_096

/**
 * What a call of the store's own callback address came to.
 *
 * - `ok`: this store answered, and got what was sent
 * - `query_lost`: this store answered, but what follows the question mark did not arrive
 * - `wrong_store`: a store with this plugin answered, with another encryption key
 * - `not_found`: something answered that knows no such address
 * - `redirected`, `access_denied`, `server_failed`, `other_answer`: something answered in another way
 * - `unknown_host`, `connection_refused`, `tls_failed`, `timed_out`, `unreachable`: nothing answered
 */
export type CallbackReach =
  | "ok"
  | "query_lost"
  | "wrong_store"
  | "not_found"
  | "redirected"
  | "access_denied"
  | "server_failed"
  | "other_answer"
  | "unknown_host"
  | "connection_refused"
  | "tls_failed"
  | "timed_out"
  | "unreachable"

type CallbackReachReport = {
  readonly verdict: CallbackReach
  readonly httpStatus?: number
  /** A technical word for the operator of the server: an error code, or the origin that a redirect leads to. */
  readonly detail?: string
  readonly durationMs: number
}

const selfTestAnswer = z.object({
  self_test: z.literal(true),
  challenge: z.string().nullable(),
  proof: z.string().nullable(),
})

/** What the plugin's callback route says of a token it does not know. */
const unknownToken = z.object({
  type: z.literal("not_found"),
  message: z.literal("Not found."),
})

/**
 * Calls the store's own callback address over the network, as the service would, and says what happened. Never throws.
 * Follows no redirect, reads a bounded answer, and stores nothing.
 *
 * @param addressOf the address of a callback with this token: always one of this store's own
 */
export async function reachCallback(
  selfTest: CallbackSelfTest,
  addressOf: (token: string) => string,
  budgetMs = BUDGET
): Promise<CallbackReachReport> {
  const call = selfTest.call()
  const address = `${addressOf(call.token)}?${CHALLENGE_PARAMETER}=${call.challenge}`
  const start = performance.now()
  // One of its own: what the store configured for other calls must not decide, nor an old connection.
  const dispatcher = new (undici().Agent)({ connect: { timeout: budgetMs } })
  const found = await ask(dispatcher, address, budgetMs)
    .then((answer) => verdictOn(answer, address, call, selfTest))
    .catch(noAnswer)
  void dispatcher.destroy()
  return { ...found, durationMs: Math.round(performance.now() - start) }
}

/** Takes long to load: with the first test, not with every start of a store. */
const undici = (): typeof import("undici") =>
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with the plugin
  require("undici")

type Found = Omit<CallbackReachReport, "durationMs">

type Answer = {
  httpStatus: number
  location: string | undefined
  body: unknown
}

async function ask(dispatcher: Dispatcher, address: string, budgetMs: number): Promise<Answer> {
  const { statusCode, headers, body } = await undici().request(address, {
    dispatcher,
    signal: AbortSignal.timeout(budgetMs),
    headers: { accept: "application/json" },
  })
  const { location } = headers
  return {
    httpStatus: statusCode,
    location: Array.isArray(location) ? location[0] : location,
    body: jsonOf(await beginningOf(body)),
  }
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MOST_READ) {
      break
    }
  }
  return Buffer.concat(chunks).subarray(0, MOST_READ).toString()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function verdictOn(
  { httpStatus, location, body }: Answer,
  address: string,
  { challenge }: SelfTestCall,
  selfTest: CallbackSelfTest
): Found {
  const verdict = verdictOnBody(body, challenge, selfTest)
  if (httpStatus === 200 && verdict) {
    return { verdict, httpStatus }
  }
  if (httpStatus >= 300 && httpStatus < 400) {
    const detail = originOf(location, address)
    return { verdict: "redirected", httpStatus, ...(detail && { detail }) }
  }
  if (httpStatus === 404) {
    const isOurs = unknownToken.safeParse(body).success
    return { verdict: isOurs ? "wrong_store" : "not_found", httpStatus }
  }
  if (httpStatus === 401 || httpStatus === 403) {
    return { verdict: "access_denied", httpStatus }
  }
  return {
    verdict: httpStatus >= 500 ? "server_failed" : "other_answer",
    httpStatus,
  }
}

function verdictOnBody(
  body: unknown,
  challenge: string,
  selfTest: CallbackSelfTest
): CallbackReach | undefined {
  const { data } = selfTestAnswer.safeParse(body)
  if (!data) {
    return undefined
  }
  if (data.proof === null) {
    return "query_lost"
  }
  return data.challenge === challenge && selfTest.isProof(challenge, data.proof)
    ? "ok"
    : "wrong_store"
}

/** Without its path: that holds the token. */
function originOf(location: string | undefined, address: string): string | undefined {
  return location !== undefined && URL.canParse(location, address)
    ? new URL(location, address).origin
    : undefined
}

const TLS_CODE = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/

const verdictsByCode: Readonly<Record<string, CallbackReach>> = {
  ENOTFOUND: "unknown_host",
  EAI_AGAIN: "unknown_host",
  ECONNREFUSED: "connection_refused",
  ETIMEDOUT: "timed_out",
  UND_ERR_CONNECT_TIMEOUT: "timed_out",
  UND_ERR_HEADERS_TIMEOUT: "timed_out",
  UND_ERR_BODY_TIMEOUT: "timed_out",
}

function noAnswer(error: unknown): Found {
  if (wordOf(error, "name") === "TimeoutError") {
    return { verdict: "timed_out" }
  }
  const code = wordOf(error, "code")
  if (code === undefined) {
    return { verdict: "unreachable" }
  }
  const verdict = verdictsByCode[code] ?? (TLS_CODE.test(code) ? "tls_failed" : "unreachable")
  return { verdict, detail: code }
}

function wordOf(error: unknown, member: "name" | "code"): string | undefined {
  const value: unknown = Object(error)[member]
  return typeof value === "string" ? value : undefined
}
