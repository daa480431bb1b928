import { z } from "@medusajs/framework/zod"

import {
  ConnectError,
  normaliseStatus,
  NotFoundError,
  OperationDisabledError,
  type OperationId,
  operationOf,
  type RecordKind,
} from "../../connect"
import { formatOre, serviceMoment, toOre } from "../../mapping"
import { sum } from "../../mapping/decimal"
import type { RecordReport, RecordRow } from "../../modules/e-invoice/operations/remote-records"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { heldOre } from "../reservations/reservation-account"
import {
  movedOnReservation,
  movedOnSubscription,
  paidOf,
  recordLateEffects,
  type ShownMoves,
} from "./moved-money"

/** How often the service is asked again because another process stored a report in between. */
const MOST_ATTEMPTS = 5

/**
 * Asks the service what has become of a remembered record, keeps it, and tells the store.
 *
 * @param cause what made us ask: an operation's id, `callback`, `refresh` or `sweep`
 * @param changed whether something beside the status changed, so that the store is told in any case
 * @throws ConnectError when the service cannot say
 */
export async function reconcileRecord(
  eInvoice: EInvoiceModuleService,
  row: RecordRow,
  cause: string,
  changed: boolean,
  now = eInvoice.clock.now()
): Promise<RecordReport | undefined> {
  const { records } = eInvoice
  let known: RecordRow = row
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const reconciled = await askFor(eInvoice, known.kind, known.remote_uuid)
    if (!reconciled) {
      break
    }
    await keepMoves(eInvoice, known, reconciled.moves)
    const outcome = await records.reported(known, reconciled.report, now)
    if (outcome !== "overtaken") {
      if (outcome === "news" || changed) {
        await tell(eInvoice, known, reconciled.report.status, cause)
      }
      return reconciled.report
    }
    known = (await records.find(row.id)) ?? known
  }
  if (changed) {
    await tell(eInvoice, known, known.status, cause)
  }
  return undefined
}

/**
 * As `reconcileRecord`, after an operation changed something, for when it is a courtesy: the sweep asks again for what the
 * service cannot say now. What follows of it is waited for anew, however long nothing followed before.
 */
export async function tryToReconcileRecord(
  eInvoice: EInvoiceModuleService,
  row: RecordRow,
  cause: string
): Promise<void> {
  try {
    await reconcileRecord(eInvoice, { ...row, check_count: 0 }, cause, true)
  } catch (error) {
    if (!(error instanceof ConnectError)) {
      throw error
    }
    await eInvoice.records.lookAt([row.id], eInvoice.clock.now())
    await tell(eInvoice, row, row.status, cause)
  }
}

const eventOf = {
  order: "e_invoice.record_changed",
  reservation: "e_invoice.reservation_changed",
  subscription: "e_invoice.subscription_changed",
  "company-check": "e_invoice.record_changed",
} as const satisfies Record<RecordKind, string>

async function tell(
  { events }: EInvoiceModuleService,
  row: RecordRow,
  status: string | null,
  cause: string
): Promise<void> {
  await events.emit(eventOf[row.kind], {
    id: row.id,
    uuid: row.remote_uuid,
    order_id: row.order_id,
    status,
    previous_status: row.status,
    cause,
  })
}

/** What the service says of a record. */
type Reading = {
  readonly report: RecordReport
  readonly moves?: ShownMoves
}

async function askFor(
  { connect }: EInvoiceModuleService,
  kind: RecordKind,
  uuid: string | null
): Promise<Reading | undefined> {
  if (uuid === null) {
    return undefined
  }
  switch (kind) {
    case "order": {
      const { data } = await connect.call("orders.status", {
        params: { order_uuid: uuid },
      })
      return { report: { status: normaliseStatus(data.status) } }
    }
    case "reservation": {
      const { data } = await connect.call("reservations.details", {
        params: { reservation_uuid: uuid },
      })
      const report = {
        status: normaliseStatus(data.status),
        amount: data.grandTotal?.toFixed(2),
        ...moneyOf(data),
      }
      return { report, moves: movedOnReservation(data.paymentDetails) }
    }
    case "subscription": {
      const { data } = await connect.call("subscriptions.details", {
        params: { subscriptionUuid: uuid },
      })
      const report = {
        status: normaliseStatus(data.status),
        amount: data.subscriptionSummary?.subscriptionAmount?.toFixed(2),
        customerUuid: data.customerDetails?.customerUuid,
      }
      return { report, moves: movedOnSubscription(data.subscriptionCycles) }
    }
    // The service tells the outcome of a company check by company, with no identifier of the check.
    case "company-check":
      return undefined
  }
}

/** What the service says of a reservation's money. */
function moneyOf(data: unknown): Pick<RecordReport, "kept" | "held" | "reservedAt" | "refunded"> {
  const { paymentDetails, productList } = readReservation.parse(data)
  const { reservedAt, capturedAmount, chargedAmount, amountRefunded } = paidOf(paymentDetails)
  const refundedOre =
    toOre(amountRefunded?.fromCaptured ?? 0) + toOre(amountRefunded?.fromCharge ?? 0)
  return {
    kept: Number(toOre(capturedAmount ?? 0) + toOre(chargedAmount ?? 0) - refundedOre),
    held: productList && formatOre(sum(productList.map(heldOre))),
    reservedAt: serviceMoment(reservedAt ?? ""),
    refunded: formatOre(refundedOre),
  }
}

const readReservation = z.object({
  paymentDetails: z.unknown(),
  productList: z
    .array(z.object({ amount: z.number(), captured: z.number(), reserved: z.number() }).partial())
    .optional()
    .catch(undefined),
})

/** Keeps what the money that was moved on a record tells of operations on it. */
async function keepMoves(
  eInvoice: EInvoiceModuleService,
  { kind, remote_uuid: uuid }: RecordRow,
  moves: ShownMoves = new Map()
): Promise<void> {
  if (uuid !== null && [...moves.values()].some((ore) => ore > 0n)) {
    await recordLateEffects(eInvoice, { kind, uuid }, moves)
  }
}

/** Keeps the status of a remembered record, or a company's name, when an operation has just read it at the service. */
export async function keepWhatWasRead(
  eInvoice: EInvoiceModuleService,
  id: OperationId,
  data: unknown
): Promise<void> {
  if (id === "companies.information" || id === "companies.invoice-fee") {
    await nameCompanies(eInvoice, data)
    return
  }
  const { shows: kind } = operationOf(id)
  const read = readRecord.safeParse(data)
  if (!kind || !read.success) {
    return
  }
  const { uuid, orderUuid, reservationUuid, subscriptionUuid } = read.data
  const named = uuid ?? orderUuid ?? reservationUuid ?? subscriptionUuid
  const row = named === undefined ? undefined : await eInvoice.records.ofUuid(kind, named)
  if (!row) {
    return
  }
  const status = normaliseStatus(read.data.status)
  await keepMoves(eInvoice, row, movesIn(kind, data))
  const money = kind === "reservation" ? moneyOf(data) : {}
  if ((await eInvoice.records.reported(row, { status, ...money })) === "news") {
    await tell(eInvoice, row, status, id)
  }
}

/** Keeps what the service calls the companies that it was asked about. */
async function nameCompanies({ records }: EInvoiceModuleService, data: unknown): Promise<void> {
  const named = new Map(
    [data].flat().flatMap((one) => {
      const { companyId, companyName } = readCompany.safeParse(one).data ?? {}
      return companyId && companyName ? [[companyId, companyName] as const] : []
    })
  )
  for (const [companyId, companyName] of named) {
    await records.nameCompany(companyId, companyName)
  }
}

const readCompany = z.object({
  companyId: z.string().optional(),
  companyName: z.string().optional(),
})

const readCycles = z.object({
  subscriptionCycles: z.array(
    z.object({ isRefunded: z.boolean().optional(), refundedAmount: z.number().optional() })
  ),
})

/** What was moved on a record, as a reading of it says. */
function movesIn(kind: RecordKind, data: unknown): ShownMoves {
  switch (kind) {
    case "reservation":
      return movedOnReservation(readRecord.safeParse(data).data?.paymentDetails)
    case "subscription":
      return movedOnSubscription(readCycles.safeParse(data).data?.subscriptionCycles ?? [])
    default:
      return new Map()
  }
}

const readRecord = z.object({
  status: z.string(),
  paymentDetails: z.unknown(),
  uuid: z.string().optional(),
  orderUuid: z.string().optional(),
  reservationUuid: z.string().optional(),
  subscriptionUuid: z.string().optional(),
})

/** What the service shows of a record; the total in major units, where it shows one that can be compared. */
type RecordAtService = { readonly total?: number | undefined }

/**
 * Looks a record up by its identifier.
 *
 * @returns undefined when the service does not show it: it is unknown, its kind is shown by no operation, or the merchant
 * switched that operation off
 * @throws ConnectError when the service cannot be asked
 */
export async function recordAtService(
  { connect }: Pick<EInvoiceModuleService, "connect">,
  kind: RecordKind,
  uuid: string
): Promise<RecordAtService | undefined> {
  try {
    switch (kind) {
      case "order": {
        const { data } = await connect.call("orders.details", {
          params: { order_uuid: uuid },
        })
        return data.orderUuid === uuid ? { total: data.orderSummary?.grandTotal } : undefined
      }
      case "reservation": {
        const { data } = await connect.call("reservations.details", {
          params: { reservation_uuid: uuid },
        })
        return data.reservationUuid === uuid ? { total: data.grandTotal } : undefined
      }
      // Whether the amount it shows is that of a cycle or of all is not published.
      case "subscription": {
        const { data } = await connect.call("subscriptions.details", {
          params: { subscriptionUuid: uuid },
        })
        return data.subscriptionUuid === uuid ? {} : undefined
      }
      // The service does not show a company check by its identifier.
      case "company-check":
        return undefined
    }
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof OperationDisabledError) {
      return undefined
    }
    throw error
  }
}

/**
 * Looks a record up by its identifier for a decision of staff.
 *
 * @returns `none` when the service does not show it, `unknown` when it cannot say
 */
export async function recordShown(
  eInvoice: Pick<EInvoiceModuleService, "connect" | "options">,
  kind: RecordKind,
  uuid: string
): Promise<RecordAtService | "none" | "unknown"> {
  const reading = READING[kind]
  if (!reading || eInvoice.options.operations[reading]?.enabled === false) {
    return "unknown"
  }
  try {
    return (await recordAtService(eInvoice, kind, uuid)) ?? "none"
  } catch (error) {
    if (error instanceof ConnectError) {
      return "unknown"
    }
    throw error
  }
}

/**
 * Whether a record at the service may be what was asked for, by its total: the service may have added its invoice fee to an order.
 *
 * @param asked major units; null when nothing is known of it
 */
export function mayBeOfAmount(
  kind: RecordKind,
  asked: string | number | null,
  { total }: RecordAtService
): boolean {
  if (total === undefined || asked === null) {
    return true
  }
  return kind === "order" ? toOre(total) >= toOre(asked) : toOre(total) === toOre(asked)
}

/** The operation that shows a record, by kind. */
const READING = {
  order: "orders.details",
  reservation: "reservations.details",
  subscription: "subscriptions.details",
  "company-check": undefined,
} as const satisfies Record<RecordKind, string | undefined>
