import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { invalidData, notAllowed, refusal } from "../../domain/failure"
import { reconcileRecord } from "../../domain/operations/records-at-service"
import { UNSETTLED_STATES } from "../../modules/e-invoice/intent"
import type EInvoiceModuleService from "../../modules/e-invoice/service"
import { eInvoiceModule } from "../e-invoice-module"
import { reviewFlagsOfOrder } from "../review-flags"

/** An order or a reservation that was made elsewhere, or by this store, which a restored copy forgot. */
export type FollowRecordInput = {
  kind: "order" | "reservation"
  /** Its identifier at the service. */
  uuid: string
  /** Id of the Medusa order it belongs to: an order counts as billed by it, a reservation for what it takes. */
  order_id?: string | undefined
}

/** Id of `followRecordStep`. */
export const followRecordStepId = "follow-e-invoice-record"

/**
 * Remembers what was made elsewhere, once the service has confirmed that it exists. What is remembered already is linked where it
 * belongs to no Medusa order yet.
 *
 * @throws MedusaError when it does not exist, the service could not confirm it, it belongs to another order, or it may be an order in
 * doubt; or there is no such order
 */
export const followRecordStep = createStep(
  followRecordStepId,
  async ({ kind, uuid, order_id: orderId }: FollowRecordInput, { container }) => {
    const eInvoice = eInvoiceModule(container)
    if (orderId !== undefined) {
      await refuseUnknownOrder(container, orderId)
    }
    await refuseInvoiceOfCheckout(eInvoice, kind, uuid)
    const { amount, referenceNo } = await confirm(eInvoice, kind, uuid)
    if (kind === "order") {
      await refuseWhatMayBeInDoubt(eInvoice, { uuid, referenceNo, orderId })
    }
    const row = await eInvoice.records.adopt(kind, uuid, { orderId, customerId: undefined })
    if (!row) {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The ${kind} could not be remembered.`
      )
    }
    if (orderId !== undefined && !(await eInvoice.records.link(row, orderId))) {
      throw notAllowed(
        `order_id: the ${kind} ${uuid} belongs to another order of this store already.`,
        { code: "linked_elsewhere", values: { uuid } }
      )
    }
    if (amount !== undefined) {
      await eInvoice.records.changed(row.id, amount)
    }
    await reconcileRecord(eInvoice, row, READ_BY[kind], false)
    if (orderId !== undefined) {
      await reviewFlagsOfOrder(container, orderId)
    }
    return new StepResponse({ id: row.id })
  }
)

/** The operation that shows a record. */
const READ_BY = {
  order: "orders.details",
  reservation: "reservations.details",
} as const

async function refuseUnknownOrder(container: MedusaContainer, id: string): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "order", fields: ["id"], filters: { id } })
  if (data.length === 0) {
    throw invalidData(`order_id: there is no order ${id}.`)
  }
}

async function refuseInvoiceOfCheckout(
  { orders: { creations } }: EInvoiceModuleService,
  kind: FollowRecordInput["kind"],
  uuid: string
): Promise<void> {
  if (kind === "order" && (await creations.linkedOrders([uuid])).has(uuid)) {
    throw notAllowed(`uuid: the order ${uuid} is the invoice of a payment in this store already.`, {
      code: "linked_elsewhere",
      values: { uuid },
    })
  }
}

/**
 * Once an order in doubt is found, its payment in Medusa stands for it: followed as a record as well, it would count twice, and that
 * payment would be completed no more.
 *
 * @throws MedusaError not_allowed with the code `order_in_doubt`
 */
async function refuseWhatMayBeInDoubt(
  eInvoice: EInvoiceModuleService,
  followed: { uuid: string; referenceNo: string | undefined; orderId: string | undefined }
): Promise<void> {
  const { uuid, referenceNo, orderId } = followed
  const [inDoubt] = await eInvoice.listEInvoiceOrders(
    {
      state: [...UNSETTLED_STATES],
      $or: [
        ...(orderId === undefined ? [] : [{ order_id: orderId }]),
        ...(referenceNo === undefined ? [] : [{ reference_no: referenceNo }]),
      ],
    },
    { take: 1, select: ["id"] }
  )
  if (inDoubt) {
    throw notAllowed(
      `uuid: the order ${uuid} may be the one of which it is not known yet whether it was made. Settle that one first.`,
      { code: "order_in_doubt", values: { uuid } }
    )
  }
}

/** What the service says of a record. */
type Confirmed = { amount?: string; referenceNo?: string | undefined }

/**
 * @returns what an order is over, in decimal major units: nothing says so later. What a reservation takes is read each time.
 * @throws MedusaError not_allowed with the code `not_followed`
 */
async function confirm(
  { connect }: EInvoiceModuleService,
  kind: FollowRecordInput["kind"],
  uuid: string
): Promise<Confirmed> {
  try {
    if (kind === "reservation") {
      await connect.call(READ_BY.reservation, { params: { reservation_uuid: uuid } })
      return {}
    }
    const { data } = await connect.call(READ_BY.order, { params: { order_uuid: uuid } })
    const total = data.orderSummary?.grandTotal
    if (total !== undefined) {
      return { amount: total.toFixed(2), referenceNo: data.referenceNo }
    }
  } catch (error) {
    throw refusal(`The ${kind} is not followed`, error, "not_followed")
  }
  throw notAllowed("The order is not followed: the service does not say what it is over.", {
    code: "not_followed",
  })
}

/** Id of `followRecordWorkflow`. */
export const followRecordWorkflowId = "follow-e-invoice-record"

/** Remembers an order or a reservation that was made elsewhere, so that it counts for its Medusa order, and staff can work with it. */
export const followRecordWorkflow = createWorkflow(
  followRecordWorkflowId,
  (input: WorkflowData<FollowRecordInput>): WorkflowResponse<{ id: string }> =>
    new WorkflowResponse(followRecordStep(input))
)
