import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"

import {
  type CustomerErasure,
  type CustomerExport,
  type CustomerLinks,
  eraseCustomer,
  exportCustomer,
} from "../domain/personal-data/customer-data"
import type { TimelineActor } from "../modules/e-invoice/timeline"
import { eInvoiceModule } from "./e-invoice-module"

/** Whose data is gathered: the id of a Medusa customer. */
export type ExportCustomerDataInput = { customer_id: string }

export const exportCustomerDataStepId = "export-e-invoice-customer-data"

/** Gathers what the plugin keeps about a customer. */
export const exportCustomerDataStep = createStep(
  exportCustomerDataStepId,
  async ({ customer_id }: ExportCustomerDataInput, { container }) =>
    new StepResponse(
      await exportCustomer(
        eInvoiceModule(container),
        await findCustomerLinks(container, customer_id)
      )
    )
)

/** Id of `exportEInvoiceCustomerDataWorkflow`. */
export const exportEInvoiceCustomerDataWorkflowId = "export-e-invoice-customer-data"

/** Whose data is erased: the id of a Medusa customer. */
export type EraseCustomerDataInput = {
  customer_id: string
  /** Who asked, for the timeline. */
  actor: TimelineActor
}

export const eraseCustomerDataStepId = "erase-e-invoice-customer-data"

/** Erases what tells of a customer. What is erased cannot be put back: there is no compensation. */
export const eraseCustomerDataStep = createStep(
  eraseCustomerDataStepId,
  async ({ customer_id, actor }: EraseCustomerDataInput, { container }) =>
    new StepResponse(
      await eraseCustomer(
        eInvoiceModule(container),
        await findCustomerLinks(container, customer_id),
        { actor }
      )
    )
)

/**
 * Gathers everything the plugin keeps about a customer, guest or registered, as the customer may ask for it (GDPR,
 * articles 15 and 20).
 *
 * @example
 * const { result } = await exportEInvoiceCustomerDataWorkflow(container).run({
 *   input: { customer_id: "cus_01J..." },
 * })
 */
export const exportEInvoiceCustomerDataWorkflow = createWorkflow(
  exportEInvoiceCustomerDataWorkflowId,
  (input: WorkflowData<ExportCustomerDataInput>): WorkflowResponse<CustomerExport> =>
    new WorkflowResponse(exportCustomerDataStep(input))
)

/** Id of `eraseEInvoiceCustomerDataWorkflow`. */
export const eraseEInvoiceCustomerDataWorkflowId = "erase-e-invoice-customer-data"

/**
 * Erases what the plugin keeps about a customer, guest or registered, but for what bookkeeping must keep
 * (docs/privacy.md). Run it before the customer's orders are taken from them in Medusa: it finds their traces by these.
 *
 * @example
 * const { result } = await eraseEInvoiceCustomerDataWorkflow(container).run({
 *   input: { customer_id: "cus_01J...", actor: "admin:user_01J..." },
 * })
 */
export const eraseEInvoiceCustomerDataWorkflow = createWorkflow(
  eraseEInvoiceCustomerDataWorkflowId,
  (input: WorkflowData<EraseCustomerDataInput>): WorkflowResponse<CustomerErasure> =>
    new WorkflowResponse(eraseCustomerDataStep(input))
)

/** How many records of a kind one statement erases. */
const BATCH = 1_000

/** Records of personal data that were erased. */
export type ErasedData = {
  /** What shoppers entered, and staff for them. */
  readonly shopper_data: number
  /** Requests of operations, and what their undoing needs. */
  readonly operations: number
}

/**
 * Erases personal data whose time has passed. Uses the database alone, and holds up nothing and waits for
 * nothing else: several at once do no harm.
 *
 * @param options.now the moment; the present unless a test says otherwise
 */
export const eraseExpiredData = (
  container: MedusaContainer,
  { now }: { now?: Date } = {}
): Promise<ErasedData> => {
  const { jobs, shopperData, operations } = eInvoiceModule(container)
  return jobs.run("erasure", async () => {
    let erased = 0
    let batch: number
    do {
      batch = await shopperData.eraseExpired(now, BATCH)
      erased += batch
    } while (batch === BATCH)
    return {
      shopper_data: erased,
      operations: await operations.eraseExpired(now),
    }
  })
}

const withId = z.array(z.object({ id: z.string() }))

const carts = z.array(
  z.object({
    id: z.string(),
    payment_collection: z
      .object({
        payment_sessions: z
          .array(
            z.object({
              data: z
                .object({
                  shopper_data_id: z.string().optional().catch(undefined),
                })
                .nullish(),
            })
          )
          .nullish(),
      })
      .nullish(),
  })
)

/** Reads by which of Medusa's records a customer is known. A customer that Medusa has deleted keeps their orders. */
export async function findCustomerLinks(
  container: MedusaContainer,
  customerId: string
): Promise<CustomerLinks> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const filters = { customer_id: customerId }
  const [orders, cartList] = await Promise.all([
    query.graph({ entity: "order", fields: ["id"], filters }),
    query.graph({
      entity: "cart",
      fields: ["id", "payment_collection.payment_sessions.data"],
      filters,
    }),
  ])
  const found = carts.parse(cartList.data)
  return {
    customerId,
    orderIds: withId.parse(orders.data).map(({ id }) => id),
    cartIds: found.map(({ id }) => id),
    shopperDataIds: found.flatMap(({ payment_collection }) =>
      (payment_collection?.payment_sessions ?? []).flatMap(
        ({ data }) => data?.shopper_data_id ?? []
      )
    ),
  }
}
