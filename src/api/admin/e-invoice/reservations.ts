import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"

import { ConnectError } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { keepWhatWasRead } from "../../../domain/operations/records-at-service"
import { needsApproval, wasAsked } from "../../../domain/refunds/refund-approval"
import {
  type Movement,
  type ReservationAccount,
  reservationAccountOf,
  type ReservationMove,
} from "../../../domain/reservations/reservation-account"
import { oreNumber } from "../../../mapping"
import { approvalKey } from "../../../modules/e-invoice/operations/operation"
import type { RecordRow } from "../../../modules/e-invoice/operations/remote-records"
import { policyFor } from "../../../policies/e-invoice"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import { possibilitiesOf } from "./describe-operations"
import type { Reader } from "./customer-names"
import { shownRecords } from "./records"
import {
  adminRequestRefundApproval,
  amount,
  amountOrLines,
  changes,
  confirmRepeat,
  lineAmounts,
  medusaId,
  note,
  reads,
  serviceUuid,
} from "./requests"
import { problemOf } from "./failures"

const base = "/reservations"

/** Checks and policies of the routes of reservations. */
export const reservationMiddlewares = (): MiddlewareRoute[] => [
  changes(`${base}/follow`, adminFollowReservation),
  reads(`${base}/:uuid/account`),
  reads(`${base}/:uuid/history`),
  changes(`${base}/:uuid/captures`, adminCaptureReservation),
  changes(`${base}/:uuid/charges`, adminChargeReservation),
  changes(`${base}/:uuid/refunds`, adminRefundReservation, policyFor.refunding),
  changes(
    `${base}/:uuid/refunds/:refund_id/approval`,
    adminRequestRefundApproval,
    policyFor.refunding
  ),
]

export type AdminCaptureReservation = z.infer<ReturnType<typeof adminCaptureReservation>>

/** Body of `POST /admin/e-invoice/reservations/:uuid/captures`. */
const adminCaptureReservation = lazily(() =>
  z.strictObject({
    lines: lineAmounts,
    note: note.optional(),
    confirm_repeat: confirmRepeat,
  })
)

export type AdminChargeReservation = z.infer<ReturnType<typeof adminChargeReservation>>

/** Body of `POST /admin/e-invoice/reservations/:uuid/charges`. */
const adminChargeReservation = lazily(() =>
  z.strictObject({
    lines: z
      .array(
        z.strictObject({
          name: z.string().trim().min(1).max(100),
          amount,
          tax: z.number().min(0).max(100),
        })
      )
      .min(1, "name at least one line"),
    note: note.optional(),
    confirm_repeat: confirmRepeat,
  })
)

export type AdminRefundReservation = z.infer<ReturnType<typeof adminRefundReservation>>

/** Body of `POST /admin/e-invoice/reservations/:uuid/refunds`: so much of each line, or so much in all. */
const adminRefundReservation = lazily(() =>
  z
    .strictObject({
      source: z.enum(["captured", "charged"]),
      reference: serviceUuid,
      lines: lineAmounts.optional(),
      amount: amount.optional(),
      confirm_repeat: confirmRepeat,
    })
    .superRefine(amountOrLines)
)

export type AdminFollowReservation = z.infer<ReturnType<typeof adminFollowReservation>>

/** Body of `POST /admin/e-invoice/reservations/follow`. */
const adminFollowReservation = lazily(() =>
  z.strictObject({
    uuid: serviceUuid,
    order_id: medusaId.optional(),
  })
)

/** Where a reservation's money is, as the parts of a bar; percent of the whole, to the hundredth. */
type ReservationBar = {
  captured: number
  left: number
  released: number
  charged: number
}

/** A remembered reservation with its account at the service, null when it could not be read; `can` lists possible operations. */
export async function reservationAnswer(reader: Reader, row: RecordRow) {
  const container = reader.scope
  const uuid = row.remote_uuid ?? ""
  const { operations, options } = eInvoiceModule(container)
  const inDoubt = await eInvoiceModule(container).listEInvoiceOperations(
    { subject_kind: "reservation", subject_uuid: uuid, state: "in_doubt" },
    { select: ["id", "operation_id", "created_at"] }
  )
  const [record] = await shownRecords(reader, [row])
  const shared = {
    record,
    in_doubt: inDoubt.map(({ id, operation_id, created_at }) => ({
      id,
      operation: operation_id,
      created_at,
    })),
  }
  try {
    const account = await reservationAccountOf(eInvoiceModule(container), uuid)
    await keepWhatWasRead(eInvoiceModule(container), "reservations.details", account.details)
    const approvals = await Promise.all(
      account.moves.filter(isRejectedForApproval).map(async (move) => {
        const request = await operations.ofKey(approvalKey(move.id, move.attempt))
        return {
          ...shownMove(move),
          approval_asked_at: wasAsked(request) ? request.created_at : null,
        }
      })
    )
    return {
      ...shared,
      account: shownAccount(account),
      can: possibilitiesOf("reservations", account.status, options.operations),
      awaiting_approval: approvals,
      problem: null,
    }
  } catch (error) {
    if (!(error instanceof ConnectError)) {
      throw error
    }
    return {
      ...shared,
      account: null,
      can: possibilitiesOf("reservations", row.status, options.operations),
      awaiting_approval: [],
      problem: problemOf(error),
    }
  }
}

const isRejectedForApproval = ({ kind, state, failure }: ReservationMove) =>
  kind === "refund" && state === "rejected" && needsApproval(failure?.messageKey)

const shownMove = ({
  id,
  attempt,
  amountOre,
  source,
  reference,
  at,
  failure,
}: ReservationMove) => ({
  id,
  /** By which the operator's answer is recorded, at `/operation-log/:id/settle`. */
  attempt,
  amount: oreNumber(amountOre),
  source: source ?? null,
  reference: reference ?? null,
  message: failure?.message ?? null,
  message_key: failure?.messageKey ?? null,
  created_at: at,
})

/** Amounts are numbers in major units that need no further arithmetic. */
function shownAccount(account: ReservationAccount) {
  const { details, lines, movements } = account
  const { customerDetails: customer, paymentDetails } = details
  return {
    status: account.status,
    total: oreNumber(account.totalOre),
    reserved: oreNumber(account.reservedOre),
    captured: oreNumber(account.capturedOre),
    left: oreNumber(account.leftOre),
    charged: oreNumber(account.chargedOre),
    refunded: oreNumber(account.refundedOre),
    bar: barOf(account),
    reserved_at: paymentDetails?.reservedAt ?? null,
    link_due: details.paymentLinkDueDate ?? null,
    charge_validity: details.chargeValidity ?? null,
    reference: details.referenceNumber ?? null,
    contact: {
      email: customer?.email ?? null,
      country_code: customer?.countryCode ?? null,
      msisdn: customer?.msisdn ?? null,
    },
    lines: lines.map((line) => ({
      id: line.id ?? null,
      name: line.name,
      tax: line.tax ?? null,
      amount: oreNumber(line.amountOre),
      captured: oreNumber(line.capturedOre),
      left: oreNumber(line.leftOre),
    })),
    movements: movements.map(shownMovement),
  }
}

const shownMovement = (movement: Movement) => ({
  uuid: movement.uuid,
  source: movement.source,
  at: movement.at ?? null,
  amount: oreNumber(movement.amountOre),
  refunded: oreNumber(movement.refundedOre),
  left: oreNumber(movement.leftOre),
  /** None where the service does not give their ids: then nothing of it can be refunded here. */
  lines: movement.lines.map((line) => ({
    id: line.id,
    name: line.name,
    amount: oreNumber(line.amountOre),
    left: oreNumber(line.leftOre),
  })),
})

function barOf({ totalOre, capturedOre, leftOre, chargedOre }: ReservationAccount): ReservationBar {
  const rest = totalOre - capturedOre - leftOre
  const releasedOre = rest > 0n ? rest : 0n
  const wholeOre = capturedOre + leftOre + releasedOre + chargedOre
  const percent = (ore: bigint) => (wholeOre === 0n ? 0 : Number((ore * 10_000n) / wholeOre) / 100)
  return {
    captured: percent(capturedOre),
    left: percent(leftOre),
    released: percent(releasedOre),
    charged: percent(chargedOre),
  }
}
