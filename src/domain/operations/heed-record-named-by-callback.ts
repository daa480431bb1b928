import { parseCallback } from "../../connect"
import { toOre } from "../../mapping"
import type { CallbackParameters } from "../../modules/e-invoice/callbacks/callback-content"
import { followSuccess } from "./operation-outcome"
import type { OperationRow } from "../../modules/e-invoice/operations/operation-row"
import { recordAtService } from "./record-at-service"
import type { RecordRow } from "../../modules/e-invoice/operations/record-row"
import { subscriptionOfCycle } from "./subscription-of-cycle"
import { senderIsLost } from "./sender-lost"
import type EInvoiceModuleService from "../../modules/e-invoice/service"

/** The service's word outranks a person's: a creation that was settled as never made is taken up too. */
const OPEN = ["in_doubt", "rejected"] as const

/**
 * Takes a hint that only a callback can give: the name of a record whose creation was never answered. The callback's
 * token stood in that creation alone, so the service received it; what the service itself says of the record it names
 * must not contradict the creation.
 *
 * @returns the record, once it is named; undefined while nobody knows
 * @throws ConnectError when the service cannot be asked
 */
export async function heedRecordNamedByCallback(
  eInvoice: EInvoiceModuleService,
  record: RecordRow,
  parameters: CallbackParameters
): Promise<RecordRow | undefined> {
  const { operations, records } = eInvoice
  const { orderUuid: named } = parseCallback(parameters)
  const creation = await operations.ofRecord(record.id)
  if (named === undefined || !creation || !(await isOpen(eInvoice, creation))) {
    return undefined
  }
  const uuid = await namedRecord(eInvoice, record, creation, named)
  if (
    uuid === undefined ||
    (await belongsElsewhere(eInvoice, record, uuid)) ||
    !(await isConfirmed(eInvoice, record, uuid))
  ) {
    return undefined
  }
  const created = { kind: record.kind, uuid }
  const answer = {
    httpStatus: 0,
    messageKey: "confirmedAfterACallback",
    data: { uuid },
  }
  const decided = { by: "service" as const, answer, created }
  const known = await operations.decide(creation, "callback", true, decided)
  if (known) {
    await followSuccess(eInvoice, known, {
      created,
      messageKey: answer.messageKey,
      actor: "service",
    })
  }
  return records.find(record.id)
}

async function isOpen(eInvoice: EInvoiceModuleService, creation: OperationRow): Promise<boolean> {
  return creation.state === "sending"
    ? senderIsLost(eInvoice, creation)
    : OPEN.some((open) => open === creation.state)
}

/** A callback about a subscription names the order of one of its cycles. */
async function namedRecord(
  eInvoice: EInvoiceModuleService,
  { kind }: RecordRow,
  { sending_at: sentAt, created_at: createdAt }: OperationRow,
  named: string
): Promise<string | undefined> {
  const isCycle =
    kind === "subscription" && (await recordAtService(eInvoice, kind, named)) === undefined
  return isCycle ? subscriptionOfCycle(eInvoice, named, sentAt ?? createdAt) : named
}

async function belongsElsewhere(
  { records, journal }: EInvoiceModuleService,
  { kind }: RecordRow,
  uuid: string
): Promise<boolean> {
  const known = await records.ofUuid(kind, uuid)
  const linked = await journal.linkedOrders([uuid])
  return known !== undefined || linked.has(uuid)
}

async function isConfirmed(
  eInvoice: EInvoiceModuleService,
  { kind, amount }: RecordRow,
  uuid: string
): Promise<boolean> {
  const shown = await recordAtService(eInvoice, kind, uuid)
  if (shown?.total === undefined || amount === null) {
    return shown !== undefined
  }
  const asked = toOre(amount)
  const total = toOre(shown.total)
  // The service may have added its invoice fee to an order.
  return kind === "order" ? total >= asked : total === asked
}
