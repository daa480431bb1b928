import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { ConnectError } from "../../../../../../connect"
import type { BillWay } from "../../../../../../mapping"
import { notAllowed } from "../../../../../../domain/failure"
import { type BillWish, checkBill } from "../../../../../../workflows/bill-outstanding/bill-request"
import {
  type BillOutcome,
  billOutstandingAmountWorkflow,
} from "../../../../../../workflows/bill-outstanding/bill-outstanding-amount"
import {
  notBillableSentence,
  outstandingOfOrder,
  whyNotBillable,
} from "../../../../../../workflows/bill-outstanding/outstanding-of-order"
import { reservedBefore } from "../../../../../../workflows/bill-outstanding/refuse-beyond-outstanding"
import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { prepareOrderReservation } from "../../../../../../workflows/operations/prepare-order-reservation"
import { endOfDay } from "../../../../../../workflows/unix-time"
import { actingAdmin } from "../../../acting-admin"
import type { AdminBillOrder } from "../../../bill-validators"
import { carryOut, moneyKey } from "../../../carry-out"
import { sendFailure, sendOpen } from "../../../failure-answer"
import { orderAnswer } from "../../../order-answer"
import type { OutstandingAnswer } from "../../../answers"

/** What is outstanding of a Medusa order, and whether it can be billed; amounts in major units. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse<{ outstanding: OutstandingAnswer }>
): Promise<void> {
  const outstanding = await outstandingOfOrder(req.scope, orderIdOf(req))
  const reason = whyNotBillable(outstanding)
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
    },
  })
}

/** Bills what is outstanding of a Medusa order; the amount and the lines are the server's own. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminBillOrder>,
  res: MedusaResponse
): Promise<void> {
  try {
    const { by } = req.validatedBody
    await (by === "reservation" ? reserve(req, res) : bill(req, res, wishOf(req, by)))
  } catch (error) {
    if (!(error instanceof ConnectError)) {
      throw error
    }
    sendFailure(res, error)
  }
}

async function bill(
  req: AuthenticatedMedusaRequest<AdminBillOrder>,
  res: MedusaResponse,
  wish: BillWish
): Promise<void> {
  const { shopperData } = eInvoiceModule(req.scope)
  const key = moneyKey(req)
  const outstanding = await outstandingOfOrder(req.scope, orderIdOf(req))
  // Whether something is in the way is decided by whoever bills the order alone: the same wish may have been carried out before.
  if (whyNotBillable(outstanding) === undefined) {
    checkBill(req.scope, outstanding, wish)
  }
  const shopperDataId = await shopperData.store(wish)
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
        e_invoice_order: await orderAnswer(req.scope, result.e_invoice_order_id),
      })
      return
    case "in_doubt":
      sendOpen(
        res,
        "in_doubt",
        "The service gave no clear answer: nobody knows yet whether the customer was billed. It is looked for by itself; do not bill the customer another way until it is settled."
      )
      return
    case "refused": {
      const row =
        result.e_invoice_order_id === null
          ? undefined
          : await eInvoiceModule(req.scope).journal.find(result.e_invoice_order_id)
      sendFailure(
        res,
        row?.failure ?? {
          kind: "refused",
          message: `Nothing was billed. ${result.why}`,
        }
      )
    }
  }
}

/** A card reservation is no payment in Medusa until it is captured: it stands in the reservations of the order. */
async function reserve(
  req: AuthenticatedMedusaRequest<AdminBillOrder>,
  res: MedusaResponse
): Promise<void> {
  const { send_by, link_due_date, organization_id } = req.validatedBody
  const key = moneyKey(req)
  const { operations } = eInvoiceModule(req.scope)
  const outstanding = await outstandingOfOrder(req.scope, orderIdOf(req))
  // Read last: pressed twice at once, the first may have reserved what is not outstanding any more.
  const known = await operations.ofKey(key)
  const before = reservedBefore(known)
  const reason = whyNotBillable(outstanding)
  if (before === undefined && reason) {
    throw notAllowed(notBillableSentence(reason))
  }
  await carryOut(req, res, () =>
    prepareOrderReservation(
      req.scope,
      {
        orderId: outstanding.order.id,
        amount: before ?? outstanding.billable,
        linkDueDate: link_due_date,
        sendBy: send_by ?? { sms: false, email: true },
        organizationId: organization_id,
      },
      { actor: actingAdmin(req), idempotencyKey: key }
    )
  )
}

const orderIdOf = (req: AuthenticatedMedusaRequest): string => req.params["id"] ?? ""

function wishOf(req: AuthenticatedMedusaRequest<AdminBillOrder>, by: BillWay): BillWish {
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
