import type { ServerResponse } from "node:http"
import { setTimeout as pause } from "node:timers/promises"

import type { SeededRandom } from "../random"
import type { DeliveryFaultKind, Fault } from "./fault"

/** What would have been sent, had nothing gone wrong. */
type Delivery = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

const OVERSIZED_BYTES = 10 * 1024 * 1024
const NEVER_ENDING_PAUSE_MS = 50
const SLOW_BODY_PIECES = 10
/** What can be read neither as a record nor as a list of them. */
const WRONG_DATA = {
  uuid: [17],
  customerUuid: {},
  status: false,
  orderUuid: {},
}
const GATEWAY_PAGE = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"

type Player = (
  outgoing: ServerResponse,
  delivery: Delivery,
  fault: Fault,
  signal: AbortSignal
) => Promise<void> | void

/**
 * Sends an answer the way the fault says: damaged, slowly, or not at all. Resolves when nothing more will be sent;
 * `signal` ends what would go on for ever.
 */
export async function deliverFaultily(
  outgoing: ServerResponse,
  delivery: Delivery,
  fault: Fault & { kind: DeliveryFaultKind },
  signal: AbortSignal
): Promise<void> {
  const gone = new AbortController()
  outgoing.once("close", () => gone.abort())
  try {
    await players[fault.kind](outgoing, delivery, fault, AbortSignal.any([signal, gone.signal]))
  } catch (error) {
    if (!gone.signal.aborted && !signal.aborted) {
      throw error
    }
  }
}

/** The HTTP status the caller will see under the fault; 0 for none. */
export function visibleStatus(kind: DeliveryFaultKind, status: number): number {
  return kind === "drop" || kind === "reset" || kind === "hang" ? 0 : status
}

const players: Readonly<Record<DeliveryFaultKind, Player>> = {
  drop: (outgoing) => {
    outgoing.socket?.destroy()
  },
  reset: (outgoing) => {
    outgoing.socket?.resetAndDestroy()
  },
  hang: (_outgoing, _delivery, _fault, signal) => untilAborted(signal),
  empty: (outgoing, delivery) => {
    send(outgoing, { ...delivery, body: "" })
  },
  truncated: async (outgoing, { status, headers, body }) => {
    outgoing.writeHead(status, {
      ...headers,
      "content-length": Buffer.byteLength(body),
    })
    await write(outgoing, body.slice(0, Math.ceil(body.length / 2)))
    outgoing.socket?.destroy()
  },
  "not-json": (outgoing, delivery) => {
    send(outgoing, { ...delivery, body: GATEWAY_PAGE })
  },
  "wrong-content-type": (outgoing, delivery) => {
    const headers = { ...delivery.headers, "content-type": "text/html" }
    send(outgoing, { ...delivery, headers })
  },
  "wrong-typed": (outgoing, delivery) => {
    const envelope: unknown = JSON.parse(delivery.body)
    const body = JSON.stringify({ ...Object(envelope), data: WRONG_DATA })
    send(outgoing, { ...delivery, body })
  },
  oversized: (outgoing, delivery) => {
    const padding = `,"padding":"${"x".repeat(OVERSIZED_BYTES)}"}`
    const body = delivery.body.replace(/}$/, padding)
    send(outgoing, { ...delivery, body })
  },
  "never-ending": async (outgoing, { status, headers, body }, _fault, signal) => {
    outgoing.writeHead(status, headers)
    outgoing.write(body.slice(0, -1))
    while (!signal.aborted) {
      outgoing.write(" ")
      await pause(NEVER_ENDING_PAUSE_MS, undefined, { signal })
    }
  },
  "slow-headers": async (outgoing, delivery, { ms }, signal) => {
    await pause(ms, undefined, { signal })
    send(outgoing, delivery)
  },
  "slow-body": async (outgoing, { status, headers, body }, fault, signal) => {
    outgoing.writeHead(status, {
      ...headers,
      "content-length": Buffer.byteLength(body),
    })
    outgoing.flushHeaders()
    const piece = Math.ceil(body.length / SLOW_BODY_PIECES)
    for (let sent = 0; sent < body.length; sent += piece) {
      await pause((fault.ms ?? 0) / SLOW_BODY_PIECES, undefined, { signal })
      outgoing.write(body.slice(sent, sent + piece))
    }
    outgoing.end()
  },
}

function send(outgoing: ServerResponse, { status, headers, body }: Delivery): void {
  outgoing.writeHead(status, {
    ...headers,
    "content-length": Buffer.byteLength(body),
  })
  outgoing.end(body)
}

function write(outgoing: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
    }
    signal.addEventListener("abort", () => resolve(), { once: true })
  })
}

/**
 * How long the sandbox takes over each answer, in milliseconds: a fixed time, an even spread, a log-normal one (as
 * networks have), or a base with rare spikes.
 */
export type Latency =
  | number
  | { least: number; most: number }
  | { median: number; sigma: number }
  | { base: number; spike: number; spikeProbability: number }

/** One sample in milliseconds. */
export function sampleLatency(latency: Latency, random: SeededRandom): number {
  if (typeof latency === "number") {
    return latency
  }
  if ("least" in latency) {
    return random.between(latency.least, latency.most)
  }
  if ("median" in latency) {
    return latency.median * Math.exp(latency.sigma * random.normal())
  }
  return random.next() < latency.spikeProbability ? latency.spike : latency.base
}
