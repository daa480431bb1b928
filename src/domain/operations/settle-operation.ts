import { z } from "@medusajs/framework/zod"

import { ConnectError, operationOf } from "../../connect"
import { formatOre, toOre } from "../../mapping"
import { amountIn, type Subject } from "../../modules/e-invoice/operations/operation-request"
import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { notAllowed } from "../failure"
import { followSuccess, recordInTimeline, senderIsLost, tellOfRefund } from "./operation-outcome"
import { recordIsShown } from "./records-at-service"

/** What staff found out at the service about an operation in doubt. */
type Finding = {
  readonly tookEffect: boolean
  /** Identifier of the record that was created, where it took effect. */
  readonly uuid?: string | undefined
  readonly actor: TimelineActor
}

/**
 * Records what staff found out about an operation in doubt. Nothing is sent; a
 * record that a creation is said to have made is looked up, so that a wrong identifier is not followed for ever. What the
 * service shows as moved is not recorded as without effect.
 *
 * An operation that the service showed to be carried out although staff had settled it otherwise is handled by saying
 * that it took effect.
 *
 * @throws MedusaError when there is nothing to settle, the service shows otherwise, or the created record is not named,
 * unknown or another's
 */
export async function settleOperation(
  eInvoice: EInvoiceModuleService,
  id: string,
  finding: Finding,
  now = eInvoice.clock.now()
): Promise<void> {
  const { operations } = eInvoice
  const row = await operations.find(id)
  if (!row) {
    throw notAllowed(`There is no operation ${id}.`)
  }
  if (row.state === "sending") {
    await senderIsLost(eInvoice, row)
  }
  if (finding.tookEffect && (await operations.contradictionHandled(id))) {
    return
  }
  if (finding.tookEffect) {
    await tookEffect(eInvoice, row, finding)
  } else {
    await tookNone(eInvoice, row, finding, now)
  }
}

async function tookEffect(
  eInvoice: EInvoiceModuleService,
  row: OperationRow,
  { uuid, actor }: Finding
): Promise<void> {
  const { operations } = eInvoice
  const created = await createdRecord(eInvoice, row, uuid)
  const messageKey = "settledByAPerson"
  const answer = { httpStatus: 0, messageKey, data: created ? { uuid } : null }
  const settled = await operations.decide(row, "staff", true, { by: actor, answer, created })
  if (!settled) {
    throw nothingToSettle()
  }
  await followSuccess(eInvoice, settled, {
    created,
    messageKey,
    actor,
  })
}

async function tookNone(
  eInvoice: EInvoiceModuleService,
  row: OperationRow,
  { actor }: Finding,
  now: Date
): Promise<void> {
  const moved = await shownAsMoved(eInvoice, row)
  if (moved) {
    throw notAllowed(
      `It was not recorded as not carried out. ${wordsOfMoved(moved)}: the difference covers it. Record it as carried out; ask for it anew if it is to be done once more.`
    )
  }
  const failure = {
    kind: "person",
    message: "Staff found that it did not take effect.",
    at: now.toISOString(),
  }
  if (!(await eInvoice.operations.decide(row, "staff", false, { by: actor, failure }))) {
    throw nothingToSettle()
  }
  await recordInTimeline(eInvoice, { ...row, actor }, "refused", {
    message: failure.message,
  })
  await tellOfRefund(eInvoice, row, "refused", undefined)
}

const nothingToSettle = () => notAllowed("There is nothing to settle: it is not in doubt.")

async function createdRecord(
  eInvoice: EInvoiceModuleService,
  { operation_id: id, state, record_id: ownRecord }: OperationRow,
  uuid: string | undefined
): Promise<Subject | undefined> {
  const { creates: creation } = operationOf(id)
  if (!creation || (state !== "in_doubt" && state !== "sending")) {
    return undefined
  }
  if (uuid === undefined) {
    throw notAllowed("uuid: must name the record that was created at the service")
  }
  const { kind } = creation
  const known = await eInvoice.records.ofUuid(kind, uuid)
  const linked = await eInvoice.orders.creations.linkedOrders([uuid])
  if ((known && known.id !== ownRecord) || linked.has(uuid)) {
    throw notAllowed(`uuid: ${uuid} belongs to another ${kind} that is remembered already`)
  }
  if ((await recordIsShown(eInvoice, kind, uuid)) === false) {
    throw notAllowed(`uuid: the service shows no ${kind} ${uuid}`)
  }
  return { kind, uuid }
}

/** What the service shows that was moved in an operation's way on its record, and what of it was recorded here; øre. */
type Moved = { readonly shownOre: bigint; readonly recordedOre: bigint }

/**
 * Looks whether the service shows that an operation took effect: more was moved on its record than operations explain
 * that are recorded as carried out.
 *
 * @returns undefined when the service shows no such thing, or cannot say
 */
async function shownAsMoved(
  eInvoice: EInvoiceModuleService,
  row: OperationRow
): Promise<Moved | undefined> {
  const { subject_kind: kind, subject_uuid: uuid } = row
  const amount = amountIn(row.request)
  if (kind === null || uuid === null || amount === undefined) {
    return undefined
  }
  const shownOre = await shownBy(eInvoice, row, uuid)
  if (shownOre === undefined) {
    return undefined
  }
  const recordedOre = await recordedHere(eInvoice, row, { kind, uuid })
  return shownOre - recordedOre >= toOre(amount) ? { shownOre, recordedOre } : undefined
}

/** In words, for staff. */
const wordsOfMoved = ({ shownOre, recordedOre }: Moved): string =>
  `The service shows ${formatOre(shownOre)} of it, and ${formatOre(recordedOre)} is recorded here`

async function shownBy(
  eInvoice: EInvoiceModuleService,
  { operation_id: id, request }: OperationRow,
  uuid: string
): Promise<bigint | undefined> {
  try {
    switch (id) {
      case "reservations.capture":
      case "reservations.charge":
      case "reservations.refund": {
        const { data } = await eInvoice.connect.call("reservations.details", {
          params: { reservation_uuid: uuid },
        })
        const { paymentDetails: paid } = data
        const shown =
          id === "reservations.capture"
            ? paid?.capturedAmount
            : id === "reservations.charge"
              ? paid?.chargedAmount
              : sourceOf(request) === "charged"
                ? paid?.amountRefunded?.fromCharge
                : paid?.amountRefunded?.fromCaptured
        return shown === undefined ? undefined : toOre(shown)
      }
      case "subscriptions.refund-cycle": {
        const { data } = await eInvoice.connect.call("subscriptions.details", {
          params: { subscriptionUuid: uuid },
        })
        return data.subscriptionCycles.reduce(
          (sum, { refundedAmount }) => sum + toOre(refundedAmount ?? 0),
          0n
        )
      }
      default:
        return undefined
    }
  } catch (error) {
    if (error instanceof ConnectError) {
      return undefined
    }
    throw error
  }
}

async function recordedHere(
  { operations }: EInvoiceModuleService,
  { operation_id: id, request }: OperationRow,
  subject: Subject
): Promise<bigint> {
  const done = await operations.doneOn(id, subject)
  return done
    .filter((other) => sourceOf(other.request) === sourceOf(request))
    .reduce((sum, other) => sum + toOre(amountIn(other.request) ?? 0), 0n)
}

const sourced = z.looseObject({
  body: z.looseObject({ source: z.string().optional() }),
})

/** Whether a refund of a reservation is taken from what was captured or from what was charged. */
const sourceOf = (request: unknown): string | undefined =>
  sourced.safeParse(request).data?.body.source
