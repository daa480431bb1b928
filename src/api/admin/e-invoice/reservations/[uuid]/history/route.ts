import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

import { ConnectError } from "../../../../../../connect"
import { maskPersonalNumbers } from "../../../../../../modules/e-invoice/personal-data/personal-masks"
import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import type { ReservationEvent, ReservationHistory } from "../../../answers"
import { loggedOperation } from "../../../operations"
import { problemOf } from "../../../failures"

/** Events of one reservation as the service recorded them, and the plugin's own operations on it. Newest first. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<ReservationHistory>
): Promise<void> {
  const uuid = req.params["uuid"] ?? ""
  const eInvoice = eInvoiceModule(req.scope)
  const row = await eInvoice.records.ofUuid("reservation", uuid)
  if (!row) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no followed reservation ${uuid}.`)
  }
  const operations = await eInvoice.listEInvoiceOperations(
    { subject_uuid: uuid },
    { order: { created_at: "DESC" }, take: 200 }
  )
  const reported = await eventsOf(req, uuid, row.created_at)
  res.json({
    ...reported,
    operations: operations.map(loggedOperation),
  })
}

/** The service tells the events of all its reservations in a span of time. */
async function eventsOf(
  req: AuthenticatedMedusaRequest,
  uuid: string,
  made: Date
): Promise<Pick<ReservationHistory, "events" | "problem">> {
  const { clock, connect } = eInvoiceModule(req.scope)
  const now = Math.floor(clock.now().getTime() / 1000)
  try {
    const { data } = await connect.call("reservations.history", {
      params: {
        start_timestamp: Math.max(
          now - SPAN_SECONDS,
          Math.floor(made.getTime() / 1000) - DAY_SECONDS
        ),
        end_timestamp: now + DAY_SECONDS,
      },
    })
    return {
      events: data
        .filter((event) => event.uuid === uuid)
        .map(
          ({ title, datetime, note, amount, isRefundable }) =>
            maskPersonalNumbers({ title, datetime, note, amount, isRefundable }) as ReservationEvent
        )
        .reverse(),
      problem: null,
    }
  } catch (error) {
    if (error instanceof ConnectError) {
      return {
        events: [],
        problem: problemOf(error),
      }
    }
    throw error
  }
}

const DAY_SECONDS = 24 * 60 * 60

/** A card can be charged for a year at most. */
const SPAN_SECONDS = 366 * DAY_SECONDS
