import { operationOf } from "../../connect"
import { formatOre } from "../../mapping"
import { isUnsettled } from "../../modules/e-invoice/intent"
import {
  approvalKey,
  type OperationRow,
  type Subject,
} from "../../modules/e-invoice/operations/operation"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { APPROVAL_REFUSED } from "../../modules/e-invoice/refunds/refund-row"
import type { TimelineActor } from "../../modules/e-invoice/timeline"
import { notAllowed, unlessSilent } from "../failure"
import { mayBeApproved } from "../refunds/refund-approval"
import { type Moved, recordCandidates, sentAmount, shownMovement } from "./operation-evidence"
import {
  followSuccess,
  recordInTimeline,
  rememberedRecord,
  senderIsLost,
} from "./operation-outcome"
import { mayBeOfAmount, recordShown } from "./records-at-service"
import { tellOfRefund } from "./moved-money"

/** What staff found out at the service about an operation in doubt. */
type Finding = {
  readonly tookEffect: boolean
  /** The attempt that was looked at; a later one is not settled by it. */
  readonly attempt: number
  /** Identifier of the record that was created, where it took effect. */
  readonly uuid?: string | undefined
  /** Identifiers of records that staff looked at and that it did not create, where it did not take effect. */
  readonly notIt?: readonly string[] | undefined
  readonly actor: TimelineActor
}

/** What stands for the service's answer to an operation that staff found carried out. */
export const SETTLED_BY_STAFF = { httpStatus: 0, messageKey: "settledByAPerson", data: null }

/**
 * Records what staff found out about an operation in doubt. Nothing is sent; a
 * record that a creation is said to have made is looked up, so that a wrong identifier is not followed for ever. What the
 * service shows as moved is not recorded as without effect, nor as carried out what it shows not to be moved; nor is a creation
 * recorded as without effect while the service shows a record that may be its own and that staff did not exclude.
 *
 * Of a rejected refund whose approval was asked for, staff record the operator's answer in the same way.
 *
 * An operation that the service showed to be carried out although staff had settled it otherwise is handled by saying
 * that it took effect.
 *
 * @throws MedusaError when there is nothing to settle, another attempt is in doubt, the service shows otherwise, or the created
 * record is not named, unknown or another's
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
  if (row.attempt !== finding.attempt) {
    throw notAllowed(
      `Nothing was settled: the operation is ${row.state} at attempt ${row.attempt}, and attempt ${finding.attempt} was looked at. Refresh it and check again.`,
      { code: "settled_meanwhile" }
    )
  }
  if (row.state === "sending") {
    await senderIsLost(eInvoice, row)
  }
  if (finding.tookEffect && (await operations.contradictionHandled(id))) {
    return
  }
  if (!isUnsettled(row) && !(await mayBeApproved(eInvoice, row))) {
    throw nothingToSettle()
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
  const moved = await unlessSilent(() => shownMovement(eInvoice, row))
  if (moved?.excludesIt) {
    throw notAllowed(
      `It was not recorded as carried out. ${wordsOfMoved(moved)}: the difference does not cover it yet. Wait until it does: the service carries out some refunds later. If it was not carried out, record that.`,
      { code: "not_moved_at_service", values: valuesOf(moved) }
    )
  }
  const answer = { ...SETTLED_BY_STAFF, data: created ? { uuid } : null }
  const settled =
    row.state === "rejected"
      ? await operations.approvalDecided(row, { by: actor, answer })
      : await operations.decide(row, "staff", true, { by: actor, answer, created })
  if (!settled) {
    throw nothingToSettle()
  }
  await settleRequest(eInvoice, row, true, { by: actor, answer: SETTLED_BY_STAFF })
  await followSuccess(eInvoice, settled, {
    created,
    messageKey: SETTLED_BY_STAFF.messageKey,
    actor,
  })
}

async function tookNone(
  eInvoice: EInvoiceModuleService,
  row: OperationRow,
  { notIt, actor }: Finding,
  now: Date
): Promise<void> {
  await refuseWhileARecordMayBeIt(eInvoice, row, notIt ?? [])
  const moved = await unlessSilent(() => shownMovement(eInvoice, row))
  if (moved?.coversIt) {
    throw notAllowed(
      `It was not recorded as not carried out. ${wordsOfMoved(moved)}: the difference covers it. Record it as carried out; ask for it anew if it is to be done once more.`,
      { code: "moved_at_service", values: valuesOf(moved) }
    )
  }
  const { operations } = eInvoice
  const isOfApproval = row.state === "rejected"
  const failure = {
    ...(isOfApproval
      ? {
          kind: APPROVAL_REFUSED,
          message: "Staff found that the operator did not approve it.",
        }
      : { kind: "person", message: "Staff found that it did not take effect." }),
    at: now.toISOString(),
  }
  const settled = isOfApproval
    ? await operations.approvalDecided(row, { by: actor, failure })
    : await operations.decide(row, "staff", false, { by: actor, failure })
  if (!settled) {
    throw nothingToSettle()
  }
  await settleRequest(eInvoice, row, false, { by: actor, failure })
  await recordInTimeline(eInvoice, { ...row, actor }, "refused", {
    message: failure.message,
  })
  await tellOfRefund(eInvoice, row, "refused", undefined)
  await followMoney(eInvoice, row)
}

/** What was approved was asked for; of what was not, it does not matter any more, and the request holds no other back. */
async function settleRequest(
  { operations }: EInvoiceModuleService,
  { id, attempt, state }: OperationRow,
  tookEffect: boolean,
  decided: Parameters<EInvoiceModuleService["operations"]["decide"]>[3]
): Promise<void> {
  const request =
    state === "rejected" ? await operations.ofKey(approvalKey(id, attempt)) : undefined
  if (request?.state === "in_doubt") {
    await operations.decide(request, "staff", tookEffect, decided)
  }
}

/** The service may carry it out yet: the sweep looks at its record as long as after any change. */
async function followMoney(eInvoice: EInvoiceModuleService, row: OperationRow): Promise<void> {
  const isShown = row.subject_kind === "reservation" || row.subject_kind === "subscription"
  const record = row.moves_money && isShown ? await rememberedRecord(eInvoice, row) : undefined
  if (record) {
    await eInvoice.records.followAnew(record, eInvoice.clock.now())
  }
}

/** Asked again under its key, a creation would be made twice: so staff look at each record first that nothing contradicts. */
async function refuseWhileARecordMayBeIt(
  eInvoice: EInvoiceModuleService,
  row: OperationRow,
  notIt: readonly string[]
): Promise<void> {
  const likely = (await candidatesIfKnown(eInvoice, row)).filter(
    ({ contradictions, uuid }) => contradictions.length === 0 && !notIt.includes(uuid)
  )
  if (likely.length > 0) {
    throw notAllowed(
      `It was not recorded as not carried out. The service shows what it may have created: ${likely.map(({ uuid }) => uuid).join(", ")}. Compare each with what was sent; record it as carried out, or name in not_it each that is another.`,
      { code: "candidate_not_excluded" }
    )
  }
}

/** None where the service has no list of such records or gives no answer: then staff alone decide. */
const candidatesIfKnown = async (eInvoice: EInvoiceModuleService, row: OperationRow) =>
  (await unlessSilent(() => recordCandidates(eInvoice, row)))?.candidates ?? []

const nothingToSettle = () =>
  notAllowed("There is nothing to settle: it is not in doubt.", { code: "settled_meanwhile" })

async function createdRecord(
  eInvoice: EInvoiceModuleService,
  { operation_id: id, record_id: ownRecord, request }: OperationRow,
  uuid: string | undefined
): Promise<Subject | undefined> {
  const { creates: creation } = operationOf(id)
  if (!creation) {
    return undefined
  }
  if (uuid === undefined) {
    throw notAllowed("uuid: must name the record that was created at the service")
  }
  const { kind } = creation
  const known = await eInvoice.records.ofUuid(kind, uuid)
  const linked = await eInvoice.orders.creations.linkedOrders([uuid])
  if ((known && known.id !== ownRecord) || linked.has(uuid)) {
    throw notAllowed(`uuid: ${uuid} belongs to another ${kind} that is remembered already`, {
      code: "linked_elsewhere",
      values: { uuid },
    })
  }
  const shown = await recordShown(eInvoice, kind, uuid)
  if (shown === "none") {
    throw notAllowed(`uuid: the service shows no ${kind} ${uuid}`, {
      code: "not_at_service",
      values: { uuid },
    })
  }
  if (shown !== "unknown" && !mayBeOfAmount(kind, sentAmount(request) ?? null, shown)) {
    throw notAllowed(`uuid: the ${kind} ${uuid} is of another amount than was asked for`, {
      code: "not_this_order",
      values: { uuid },
    })
  }
  return { kind, uuid }
}

const valuesOf = ({ shownOre, recordedOre }: Moved) => ({
  shown: formatOre(shownOre),
  recorded: formatOre(recordedOre),
})

/** In words, for staff. */
const wordsOfMoved = ({ shownOre, recordedOre }: Pick<Moved, "shownOre" | "recordedOre">): string =>
  `The service shows ${formatOre(shownOre)} of it, and ${formatOre(recordedOre)} is recorded here`
