import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"

import type { RefusalCode } from "../../../../../../domain/failure"
import { ConnectError } from "../../../../../../connect"
import type { BillWay } from "../../../../../../mapping"
import {
  type BillOutcome,
  billOutstandingAmountWorkflow,
  type BillRequest,
  checkBill,
} from "../../../../../../workflows/bill-outstanding/bill-outstanding-amount"
import { bySource } from "../../../../../../workflows/bill-outstanding/open-bills"
import {
  type Outstanding,
  outstandingOfOrder,
} from "../../../../../../workflows/bill-outstanding/outstanding-of-order"
import {
  notBillable,
  whyNotBillable,
} from "../../../../../../workflows/bill-outstanding/why-not-billable"
import { reservedBefore } from "../../../../../../workflows/bill-outstanding/within-outstanding"
import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { goneOfCards } from "../../../../../../workflows/judge-invoices"
import { prepareOrderReservation } from "../../../../../../workflows/operations/reservations"
import { paymentsBeside } from "../../../../../../workflows/payments-of-order"
import { endOfDay } from "../../../../../../mapping/dates"
import { actingAdmin, requiredIdempotencyKey } from "../../../requests"
import type { AdminBillOrder } from "../../../medusa-orders"
import { performOperation } from "../../../perform-operation"
import { answering, sendFailure, sendOpen } from "../../../failures"
import { orderAnswer } from "../../../orders"
import type { OutstandingAnswer } from "../../../answers"

/** What is outstanding of a Medusa order, and whether it can be billed; amounts in major units. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<{ outstanding: OutstandingAnswer }>
): Promise<void> {
  const outstanding = await outstandingOfOrder(req.scope, orderIdOf(req))
  const reason = whyNotBillable(outstanding)
  // Medusa cancels the payment that holds an order once the order changes; its parcels are billed all the same.
  const holds = await eInvoiceModule(req.scope).orders.holds.ofOrder(outstanding.order.id)
  res.json({
    outstanding: {
      order_id: outstanding.order.id,
      currency_code: outstanding.currencyCode,
      pending: Number(outstanding.pending),
      billable: Number(outstanding.billable),
      open: outstanding.open.map(({ source, id, amount }) => ({
        source,
        id,
        amount: Number(amount),
      })),
      not_billable: reason ?? null,
      ...(await besideReservations(req.scope, outstanding)),
      waits_for_parcels: holds.some(({ shopper_data_id }) => shopper_data_id !== null),
    },
  })
}

type BesideReservations = Pick<
  OutstandingAnswer,
  | "reserved_beyond"
  | "capturable_beyond"
  | "set_off_beyond"
  | "marked_beyond"
  | "charged_beyond"
  | "reserved_goodwill"
>

const NONE: BesideReservations = {
  reserved_beyond: 0,
  capturable_beyond: 0,
  set_off_beyond: 0,
  marked_beyond: 0,
  charged_beyond: 0,
  reserved_goodwill: 0,
}

async function besideReservations(
  container: MedusaContainer,
  outstanding: Outstanding
): Promise<BesideReservations> {
  if (!outstanding.open.some(({ source }) => source === bySource.reservation)) {
    return NONE
  }
  const payments = await paymentsBeside(container, outstanding)
  return {
    reserved_beyond: Number(payments.reservedBeyond),
    capturable_beyond: Number(payments.capturableBeyond),
    set_off_beyond: await setOffBeyond(container, outstanding),
    marked_beyond: payments.isOverbilled ? Number(payments.markedBeyond) : 0,
    charged_beyond: Number(payments.chargedBeyond),
    reserved_goodwill: Number(payments.goodwill),
  }
}

/** The page has all else where the service cannot tell the lines. */
async function setOffBeyond(container: MedusaContainer, outstanding: Outstanding): Promise<number> {
  try {
    return Math.max(Number(await goneOfCards(container, outstanding)), 0)
  } catch (error) {
    if (error instanceof ConnectError) {
      return 0
    }
    throw error
  }
}

/** Bills what is outstanding of a Medusa order; the amount and the lines are the server's own. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminBillOrder>,
  res: MedusaResponse
): Promise<void> {
  const { by } = req.validatedBody
  await answering(res, () =>
    by === "reservation" ? reserve(req, res) : bill(req, res, billRequestOf(req, by))
  )
}

async function bill(
  req: AuthenticatedMedusaRequest<AdminBillOrder>,
  res: MedusaResponse,
  request: BillRequest
): Promise<void> {
  const { shopperData } = eInvoiceModule(req.scope)
  const key = requiredIdempotencyKey(req)
  const outstanding = await outstandingOfOrder(req.scope, orderIdOf(req))
  // An obstacle rejects the request only under the order's lock: the same request may have been carried out before.
  if (whyNotBillable(outstanding) === undefined) {
    checkBill(req.scope, outstanding, request)
  }
  const shopperDataId = await shopperData.store(request)
  const { result, errors } = await billOutstandingAmountWorkflow(req.scope).run({
    input: {
      order_id: outstanding.order.id,
      shopper_data_id: shopperDataId,
      idempotency_key: key,
    },
    throwOnError: false,
  })
  const [failed] = errors
  if (failed) {
    await shopperData.erase(shopperDataId)
    throw failed.error
  }
  await answer(req, res, result)
}

async function answer(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  result: BillOutcome
): Promise<void> {
  switch (result.outcome) {
    case "billed":
      res.json({
        e_invoice_order: await orderAnswer(req, result.e_invoice_order_id),
      })
      return
    case "in_doubt":
      sendOpen(
        res,
        "in_doubt",
        "The service gave no clear answer: whether the customer was billed is in doubt. It is looked up automatically; do not bill the customer another way until it is settled."
      )
      return
    case "refused": {
      const row =
        result.e_invoice_order_id === null
          ? undefined
          : await eInvoiceModule(req.scope).orders.creations.find(result.e_invoice_order_id)
      sendFailure(
        res,
        row?.failure ?? {
          kind: "refused",
          ...(result.code
            ? { code: result.code, message: result.why }
            : {
                code: "not_billed" satisfies RefusalCode,
                message: `Nothing was billed. ${result.why}`,
                values: { why: result.why },
              }),
        },
        { isRejected: true }
      )
    }
  }
}

/** A card reservation is no payment in Medusa until it is captured: it is listed with the order's reservations. */
async function reserve(
  req: AuthenticatedMedusaRequest<AdminBillOrder>,
  res: MedusaResponse
): Promise<void> {
  const { send_by, link_due_date, organization_id } = req.validatedBody
  const key = requiredIdempotencyKey(req)
  const { operations } = eInvoiceModule(req.scope)
  const outstanding = await outstandingOfOrder(req.scope, orderIdOf(req))
  // Read last: of two concurrent requests, the first may have reserved what is then no longer outstanding.
  const known = await operations.ofKey(key)
  const before = reservedBefore(known)
  const reason = whyNotBillable(outstanding)
  if (before === undefined && reason) {
    throw notBillable(reason)
  }
  await performOperation(req, res, () =>
    prepareOrderReservation(
      req.scope,
      {
        orderId: outstanding.order.id,
        amount: before ?? outstanding.billable,
        version: before === undefined ? outstanding.version : undefined,
        linkDueDate: link_due_date,
        sendBy: send_by ?? { sms: false, email: true },
        organizationId: organization_id,
      },
      { actor: actingAdmin(req), idempotencyKey: key }
    )
  )
}

const orderIdOf = (req: AuthenticatedMedusaRequest): string => req.params["id"] ?? ""

function billRequestOf(req: AuthenticatedMedusaRequest<AdminBillOrder>, by: BillWay): BillRequest {
  const { validatedBody: body } = req
  return {
    ...(body.personal_number && { personalNumber: body.personal_number }),
    ...(body.phone && { phone: body.phone }),
    ...(body.email && { email: body.email }),
    ...(body.reference && { reference: body.reference }),
    bill: {
      by,
      actor: actingAdmin(req),
      ...(body.organization_id && { organizationId: body.organization_id }),
      ...(body.send_by && { sendBy: body.send_by }),
      ...(body.link_due_date && { linkDueDate: endOfDay(body.link_due_date) }),
    },
  }
}
