import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

import { simulation } from "../simulation"

/** Stands in for Medusa's core flows: the same doors, to the Medusa of the history that is being played. */

type Lock = { key: string; timeout?: number; ttl?: number }

export const acquireLockStep = createStep(
  "acquire-lock-step",
  async ({ key, timeout, ttl }: Lock) => {
    await simulation.here.medusa.locks.lock(key, timeout ?? 0, ttl ?? 120)
    return new StepResponse(undefined, key)
  },
  async (key) => {
    if (key !== undefined) {
      await simulation.here.medusa.locks.release(key)
    }
  }
)

export const releaseLockStep = createStep("release-lock-step", async ({ key }: Lock) => {
  await simulation.here.medusa.locks.release(key)
  return new StepResponse()
})

const flow = <Input extends object>(id: string, work: (input: Input) => Promise<unknown>) => {
  const step = createStep(`${id}-in-memory`, async (input: Input) => {
    await work(input)
    return new StepResponse()
  })
  return createWorkflow(id, (input: WorkflowData<Input>) => {
    step(transform({ input }, (data) => data.input as Input) as never)
    return new WorkflowResponse(undefined)
  })
}

export const processPaymentWorkflow = flow<
  Parameters<typeof simulation.here.medusa.checkouts.processPayment>[0]
>("process-payment-workflow", (input) => simulation.here.medusa.checkouts.processPayment(input))

export const capturePaymentWorkflow = flow<
  Parameters<typeof simulation.here.medusa.payments.capturePayment>[0]
>("capture-payment-workflow", (input) => simulation.here.medusa.payments.capturePayment(input))

export const refundPaymentWorkflow = flow<
  Parameters<typeof simulation.here.medusa.payments.refundPayment>[0]
>("refund-payment-workflow", (input) => simulation.here.medusa.payments.refundPayment(input))

// The stand-in's orders count their payments' refunds themselves (`Modules`): what would make up for a missing one is
// never called.
const neverCalled = (name: string) => () => {
  throw new TypeError(`The stand-in for Medusa has no ${name}.`)
}

export const addOrderTransactionStep = createStep(
  "add-order-transaction",
  neverCalled("addOrderTransactionStep")
)

export const createOrderChangeStep = createStep(
  "create-order-change",
  neverCalled("createOrderChangeStep")
)

export const createOrderChangeActionsWorkflow = flow(
  "create-order-change-actions",
  neverCalled("createOrderChangeActionsWorkflow")
)

const createOrderCollectionStep = createStep(
  "create-order-payment-collection-in-memory",
  async ({ order_id: id, amount }: { order_id: string; amount: number }) =>
    new StepResponse([await simulation.here.medusa.orders.createOrderCollection(id, amount)])
)

export const createOrderPaymentCollectionWorkflow = createWorkflow(
  "create-order-payment-collection",
  (input: WorkflowData<{ order_id: string; amount: number }>) =>
    new WorkflowResponse(createOrderCollectionStep(input))
)
