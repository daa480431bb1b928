import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { finished } from "node:stream"
import { setTimeout as pause } from "node:timers/promises"
import type { OperationId } from "../../connect"
import {
  executionException,
  invalidPayload,
  tooManyRequests,
  unauthorised,
  type Answer,
} from "../answers"
import type { Engine } from "../engine"
import { isDeliveryFault, isStatusFault, parseFault, type Fault } from "../faults/fault"
import { deliverFaultily } from "../faults/faulty-delivery"
import { sampleLatency } from "../faults/latency"
import { carriesToken } from "./bearer-token"
import { logCall, type CallOutcome } from "./log-call"
import type { RateCounter } from "./rate-counter"
import { readBody, type SandboxContext, type SentBody } from "./read-body"
import { faultAnswer, runCall } from "./run-call"

const FAULT_HEADER = "x-sandbox-fault"
const FAULT_REFERENCE = /^fault:(.+)$/
const BASE_HEADERS = {
  "content-type": "application/json",
  "cache-control": "no-cache, private",
  "access-control-allow-origin": "*",
}

type Decision = CallOutcome & { effects: (() => void)[] }

/** Serves one call of an operation from its first byte to its log entry. */
export async function serveCall(
  engine: Engine,
  rate: RateCounter,
  id: OperationId,
  context: SandboxContext
): Promise<Response> {
  const started = performance.now()
  engine.runDue()
  const counted = rate.count()
  const body = await readBody(context)
  const decision =
    counted.isExceeded && engine.settings.rateLimit.enforced
      ? refused(tooManyRequests(counted.retryAfter))
      : decide(engine, id, context, body)

  if (engine.callbacks.chaos.beforeResponse) {
    runEffects(engine, decision)
    await engine.callbacks.settled()
  }
  const latency = sampleLatency(engine.settings.latency, engine.chance)
  if (latency > 0) {
    await pause(latency)
  }
  logCall(engine, id, context, body, decision, performance.now() - started)
  return deliver(engine, context, decision, counted.headers)
}

function decide(
  engine: Engine,
  id: OperationId,
  context: SandboxContext,
  body: SentBody
): Decision {
  const tokens = [engine.settings.token].flat()
  if (!carriesToken(context.req.header("authorization"), tokens)) {
    return refused(unauthorised())
  }
  let fault: Fault | undefined
  try {
    fault = faultFor(engine, id, context, body)
  } catch (error) {
    return refused(invalidPayload([messageOf(error)]))
  }
  if (fault?.commit === "before") {
    return { ...refused(answerUnder(fault, engine)), fault }
  }
  const decision = execute(engine, id, context, body)
  if (!fault) {
    return decision
  }
  const answer = isStatusFault(fault) ? answerUnder(fault, engine) : decision.answer
  return { ...decision, answer, fault }
}

function refused(answer: Answer): Decision {
  return { answer, effects: [], executed: false }
}

function execute(
  engine: Engine,
  id: OperationId,
  context: SandboxContext,
  body: SentBody
): Decision {
  if (body.isMalformed) {
    return refused(invalidPayload(["The request body must be valid JSON."]))
  }
  const { world } = engine
  try {
    const { answer, effects } = runCall(
      id,
      {
        params: context.req.param(),
        query: context.req.query(),
        body: body.json,
      },
      world,
      new URL(context.req.url).origin
    )
    const notices = world.takeNotices()
    const announce = () => notices.forEach((notice) => world.notify(notice))
    return {
      answer,
      effects: [announce, ...effects],
      executed: answer.status < 300,
    }
  } catch (error) {
    engine.settings.log(`${id} failed inside the sandbox: ${messageOf(error)}`)
    return refused(executionException())
  }
}

function faultFor(
  engine: Engine,
  id: OperationId,
  context: SandboxContext,
  body: SentBody
): Fault | undefined {
  const header = context.req.header(FAULT_HEADER)
  const reference = String(Reflect.get(Object(body.json), "referenceNo"))
  const text = header ?? FAULT_REFERENCE.exec(reference)?.[1]
  return text === undefined ? engine.faults.next(id) : parseFault(text)
}

function answerUnder(fault: Fault, { clock }: Engine): Answer {
  return isStatusFault(fault) ? faultAnswer(fault, new Date(clock.now())) : executionException()
}

function runEffects(engine: Engine, decision: Decision): void {
  const effects = decision.effects.splice(0)
  effects.forEach((effect) => effect())
  engine.sendNotices()
}

async function deliver(
  engine: Engine,
  context: SandboxContext,
  decision: Decision,
  rateHeaders: Readonly<Record<string, string>>
): Promise<Response> {
  const { answer, fault } = decision
  const { outgoing } = context.env
  const delivery = {
    status: answer.status,
    headers: {
      ...BASE_HEADERS,
      ...dateHeader(engine, outgoing),
      ...rateHeaders,
      ...answer.headers,
    },
    body: JSON.stringify(answer.body),
  }
  if (fault && isDeliveryFault(fault)) {
    runEffects(engine, decision)
    await deliverFaultily(outgoing, delivery, fault, engine.stopping)
    return RESPONSE_ALREADY_SENT
  }
  finished(outgoing, () => runEffects(engine, decision))
  return new Response(delivery.body, delivery)
}

/** The service's clock, as every answer shows it. */
function dateHeader(
  { clock, world }: Engine,
  outgoing: SandboxContext["env"]["outgoing"]
): Record<string, string> {
  if (world.quirks.noDateHeader) {
    outgoing.sendDate = false
    return {}
  }
  return { date: new Date(clock.now()).toUTCString() }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
