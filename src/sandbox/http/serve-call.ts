import { finished } from "node:stream"
import { setTimeout as pause } from "node:timers/promises"

import { catalogue, type Operation, type OperationId, operationOf } from "../../connect"
import {
  type Answer,
  executionException,
  internalDependencyError,
  invalidPayload,
  tooManyRequests,
  unauthorised,
} from "../answers"
import type { Engine } from "../engine"
import {
  deliverFaultily,
  type Fault,
  faultText,
  isDeliveryFault,
  isStatusFault,
  parseFault,
  sampleLatency,
  type StatusFaultKind,
  visibleStatus,
} from "../faults/fault"
import { inOneLine, redact } from "../redaction"
import { handlers } from "../service"
import { type Handler, noSuchRecord } from "../service/handler"
import {
  type CheckedRequest,
  checkRequest,
  type RawRequest,
  realPersonSentences,
} from "../validation/request-check"
import type { World } from "../world/world"
import { carriesToken, type RateCounter } from "./guards"
import { type Context, type HttpBindings, RESPONSE_ALREADY_SENT } from "./hono"
import type { OperationRoute } from "./route-paths"

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
  route: OperationRoute,
  context: SandboxContext
): Promise<Response> {
  const started = performance.now()
  engine.runDue()
  const counted = rate.count()
  const body = await readBody(context)
  const decision =
    counted.isExceeded && engine.settings.rateLimit.enforced
      ? refused(tooManyRequests(counted.retryAfter))
      : decide(engine, route, context, body)

  if (engine.callbacks.chaos.beforeResponse) {
    runEffects(engine, decision)
    await engine.callbacks.settled()
  }
  const latency = sampleLatency(engine.settings.latency, engine.chance)
  if (latency > 0) {
    await pause(latency)
  }
  const answerText = JSON.stringify(decision.answer.body)
  logCall(engine, route.id, context, body, { ...decision, answerText }, performance.now() - started)
  return deliver(engine, context, { ...decision, answerText }, counted.headers)
}

function decide(
  engine: Engine,
  route: OperationRoute,
  context: SandboxContext,
  body: SentBody
): Decision {
  const tokens = [engine.settings.token].flat()
  if (!carriesToken(context.req.header("authorization"), tokens)) {
    return refused(unauthorised())
  }
  let fault: Fault | undefined
  try {
    fault = faultFor(engine, route.id, context, body)
  } catch (error) {
    return refused(invalidPayload([messageOf(error)]))
  }
  if (fault?.commit === "before") {
    return { ...refused(answerUnder(fault, engine)), fault }
  }
  const decision = execute(engine, route, context, body)
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
  route: OperationRoute,
  context: SandboxContext,
  body: SentBody
): Decision {
  if (body.isMalformed) {
    return refused(invalidPayload(["The request body must be valid JSON."]))
  }
  const { world } = engine
  try {
    const { answer, effects } = runCall(
      route,
      {
        params: context.req.param(),
        query: context.req.query(),
        body: body.json,
      },
      world,
      engine.settings.publicUrl ?? new URL(context.req.url).origin
    )
    const notices = world.takeNotices()
    const announce = () => notices.forEach((notice) => world.notify(notice))
    return {
      answer,
      effects: [announce, ...effects],
      executed: answer.status < 300,
    }
  } catch (error) {
    engine.settings.log(`${route.id} failed inside the sandbox: ${messageOf(error)}`)
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

/** Carries out what follows a call. The call is answered by then: a failure is logged, and the rest is carried out. */
function runEffects(engine: Engine, decision: Decision): void {
  engine.changed()
  for (const effect of decision.effects.splice(0)) {
    try {
      effect()
    } catch (error) {
      engine.settings.log(`What follows a call failed inside the sandbox: ${messageOf(error)}`)
    }
  }
  engine.sendNotices()
}

async function deliver(
  engine: Engine,
  context: SandboxContext,
  decision: Decision & { answerText: string },
  rateHeaders: Readonly<Record<string, string>>
): Promise<Response> {
  const { answer, answerText, fault } = decision
  const { outgoing } = context.env
  const delivery = {
    status: answer.status,
    headers: {
      ...BASE_HEADERS,
      ...dateHeader(engine, outgoing),
      ...rateHeaders,
      ...answer.headers,
    },
    body: answerText,
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

type CallResult = {
  answer: Answer
  /** What is to happen once the call is answered. */
  effects: (() => void)[]
}

/** Validates a request and carries the operation out on the world. */
function runCall(
  { body: other, id }: OperationRoute,
  request: RawRequest,
  world: World,
  origin: string
): CallResult {
  const operation = operationOf(id)
  const takes = other?.takes
  const check = checkRequest(
    takes
      ? (Object.create(operation, { body: { value: takes.schema() } }) as Operation)
      : operation,
    request
  )
  if (check.verdict === "no-such-path") {
    return { answer: noSuchRecord(operation), effects: [] }
  }
  const sentences =
    check.verdict === "invalid" ? check.sentences : personSentences(operation, request, world)
  if (check.verdict === "invalid" || sentences.length > 0) {
    return { answer: invalidPayload(sentences), effects: [] }
  }
  const body = takes ? takes.read(check.body) : check.body
  return runHandler(id, { ...check, body }, world, origin)
}

/** The refusal a status fault answers with. */
function faultAnswer(fault: Fault & { kind: StatusFaultKind }, now: Date): Answer {
  switch (fault.kind) {
    case "401":
      return unauthorised()
    case "417":
      return invalidPayload(["The sandbox was told to reject this request."])
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

const LOGGED_BODY_BYTES = 100_000

/** What became of a call. */
type CallOutcome = {
  answer: Answer
  /** Whether the operation took effect, whatever the caller was told. */
  executed: boolean
  fault?: Fault
}

/** Adds a call to the request log, redacted, and writes its line. */
function logCall(
  engine: Engine,
  id: OperationId,
  { req }: SandboxContext,
  body: SentBody,
  { answer, answerText, executed, fault }: CallOutcome & { answerText: string },
  elapsedMs: number
): void {
  const isBodyKept = body.size > 0 && body.size <= LOGGED_BODY_BYTES
  const entry = engine.requests.add({
    at: engine.world.timestamp(),
    method: req.method,
    path: inOneLine(req.path).replaceAll(" ", "%20"),
    query: redact(req.query()) as Record<string, unknown>,
    operationId: id,
    status:
      fault && isDeliveryFault(fault) ? visibleStatus(fault.kind, answer.status) : answer.status,
    messageKey: inOneLine(answer.body.message),
    ...(answer.status === 417 && { errors: redact(answer.body.errors) }),
    ...(fault && { fault: faultText(fault) }),
    executed,
    durationMs: Math.round(elapsedMs),
    ...(isBodyKept && { body: redact(body.json) }),
    ...(answerText.length <= LOGGED_BODY_BYTES && { answer: redact(answer.body) }),
  })
  const played = entry.fault ? ` (fault ${entry.fault})` : ""
  engine.settings.log(
    inOneLine(
      `${entry.method} ${entry.path} ${entry.status || "no answer"} ${entry.messageKey}${played} ${entry.durationMs} ms`
    )
  )
}

type SandboxContext = Context<{ Bindings: HttpBindings }>

export const MAX_BODY_BYTES = 16 * 1024 * 1024

/** A request's body: its size in bytes, and what it says where it is JSON. */
type SentBody = { size: number; json: unknown; isMalformed: boolean }

/** Reads a request's body; an empty one is `undefined`. */
async function readBody(context: SandboxContext): Promise<SentBody> {
  const text = await bodyText(context)
  const size = Buffer.byteLength(text)
  if (text.trim() === "") {
    return { size, json: undefined, isMalformed: false }
  }
  const json = parsed(text)
  return { size, json, isMalformed: json === undefined }
}

/** JSON's value; undefined where the text is none, or is nested deeper than what reads it can follow. */
function parsed(text: string): unknown {
  try {
    const json = JSON.parse(text) as unknown
    return isDeeper(json, MOST_LEVELS) ? undefined : json
  } catch {
    return undefined
  }
}

/** PHP reads no JSON that is nested deeper. */
const MOST_LEVELS = 512

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)))

// One operation is published as GET with a body, which the fetch standard's Request cannot carry.
async function bodyText({ env, req }: SandboxContext): Promise<string> {
  if (req.method !== "GET") {
    return req.text()
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of env.incoming) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > MAX_BODY_BYTES) {
      break
    }
  }
  return Buffer.concat(chunks).toString("utf8")
}
