import type { MedusaContainer } from "@medusajs/framework/types"

import { ConnectError } from "../../../connect"
import { oreNumber } from "../../../mapping"
import { keepWhatWasRead } from "../../../domain/operations/learn-record"
import type { RecordRow } from "../../../modules/e-invoice/operations/record-row"
import { approvalKey, needsApproval } from "../../../domain/refunds/refund-approval"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import {
  type Movement,
  type ReservationAccount,
  reservationAccountOf,
} from "../../../workflows/operations/reservation-account"
import type { ReservationMove } from "../../../workflows/operations/reservation-moves"
import { whatCanBeDone } from "./describe-operations"
import { shownRecord } from "./record-answer"

/** Parts of the bar that shows where a reservation's money is; percent of everything, in whole numbers. */
export type ReservationBar = {
  captured: number
  left: number
  released: number
  charged: number
}

/** A remembered reservation with what the service says of it; `account` is null when it could not say. `can` says what can be done. */
export async function reservationAnswer(container: MedusaContainer, row: RecordRow) {
  const uuid = row.remote_uuid ?? ""
  const { operations, options } = eInvoiceModule(container)
  const inDoubt = await eInvoiceModule(container).listEInvoiceOperations(
    { subject_kind: "reservation", subject_uuid: uuid, state: "in_doubt" },
    { select: ["id", "operation_id", "created_at"] }
  )
  const shared = {
    record: shownRecord(row),
    in_doubt: inDoubt.map(({ id, operation_id, created_at }) => ({
      id,
      operation: operation_id,
      created_at,
    })),
  }
  try {
    const account = await reservationAccountOf(container, uuid)
    await keepWhatWasRead(eInvoiceModule(container), "reservations.details", account.details)
    const approvals = await Promise.all(
      account.moves.filter(isRefusedForApproval).map(async (move) => ({
        ...shownMove(move),
        approval_asked_at: (await operations.ofKey(approvalKey(move.id)))?.created_at ?? null,
      }))
    )
    return {
      ...shared,
      account: shownAccount(account),
      can: whatCanBeDone("reservations", account.status, options.operations),
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
      can: whatCanBeDone("reservations", row.status, options.operations),
      awaiting_approval: [],
      problem: { message: error.message, advice: error.advice },
    }
  }
}

const isRefusedForApproval = ({ kind, state, failure }: ReservationMove) =>
  kind === "refund" && state === "rejected" && needsApproval(failure?.messageKey)

const shownMove = ({ id, amountOre, source, reference, at, failure }: ReservationMove) => ({
  id,
  amount: oreNumber(amountOre),
  source: source ?? null,
  reference: reference ?? null,
  message: failure?.message ?? null,
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
})

function barOf({ totalOre, capturedOre, leftOre, chargedOre }: ReservationAccount): ReservationBar {
  const rest = totalOre - capturedOre - leftOre
  const releasedOre = rest > 0n ? rest : 0n
  const wholeOre = capturedOre + leftOre + releasedOre + chargedOre
  const percent = (ore: bigint) => (wholeOre === 0n ? 0 : Number((ore * 100n) / wholeOre))
  return {
    captured: percent(capturedOre),
    left: percent(leftOre),
    released: percent(releasedOre),
    charged: percent(chargedOre),
  }
}
