import type { Logger, RemoteQueryFunction } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { isPaymentCancelled, refundsByOthers } from "../../domain/medusa-orders"
import {
  type MedusaRefunds,
  type RefundDependencies,
  refundDependencies,
} from "../../domain/refunds/refund-request"
import type EInvoiceModuleService from "../../modules/e-invoice/service"

/** The payment module's own record of one capture, as far as the provider reads it. */
type CaptureLookup = {
  retrieve(
    id: string,
    config?: { select?: string[] }
  ): Promise<{ id: string; amount: unknown; raw_amount?: unknown }>
}

/** The payment module's own way to take refunds back. */
type RefundRemoval = { delete(ids: string[]): Promise<unknown> }

/** What the provider's methods work with, taken from the payment module's container at call time. */
export type ProviderDependencies = {
  eInvoice: EInvoiceModuleService
  query: Omit<RemoteQueryFunction, symbol>
  logger: Logger
  captureService?: CaptureLookup
  refundService?: RefundRemoval
}

type Cradle = Partial<{
  eInvoice: EInvoiceModuleService
  query: Omit<RemoteQueryFunction, symbol>
  logger: Logger
  captureService: CaptureLookup
  refundService: RefundRemoval
}>

/** Thrown when the payment module was not given what the provider needs. */
class MissingDependencyError extends Error {
  constructor(name: string) {
    super(
      `The e-invoice provider cannot reach "${name}". Wrap your configuration in withEInvoice(), or add dependencies: ["query", "eInvoice"] to the payment module's entry in medusa-config.`
    )
    this.name = "MissingDependencyError"
  }
}

/**
 * Reads the provider's dependencies. Query exists only once the application has started, so this is done at each call
 * rather than at construction.
 *
 * @throws MissingDependencyError naming what the payment module's entry lacks
 */
export function dependenciesOf(container: Record<string, unknown>): ProviderDependencies {
  const cradle: Cradle = container
  const captureService = resolved(() => cradle.captureService)
  const refundService = resolved(() => cradle.refundService)
  return {
    eInvoice: required("eInvoice", () => cradle.eInvoice),
    query: required("query", () => cradle.query),
    logger: required("logger", () => cradle.logger),
    ...(captureService && { captureService }),
    ...(refundService && { refundService }),
  }
}

/** Awilix throws on a name that was never registered; one that is not there yet is undefined. */
function resolved<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function required<T>(name: string, read: () => T | undefined): T {
  const value = resolved(read)
  if (value === undefined) {
    throw new MissingDependencyError(name)
  }
  return value
}

/** What sending and settling refunds works with, from the payment provider's container. */
export const refundDependenciesOf = (dependencies: ProviderDependencies): RefundDependencies =>
  refundDependencies(dependencies.eInvoice, {
    medusaRefunds: medusaRefundsOf(dependencies),
    logger: dependencies.logger,
  })

const recordedRefunds = z.array(z.object({ id: z.string() }))

/** Medusa's own refunds, as the payment provider reaches them. */
const medusaRefundsOf = ({
  query,
  refundService,
}: Pick<ProviderDependencies, "query" | "refundService">): MedusaRefunds => ({
  async known(ids) {
    const { data } = await query.graph({
      entity: "refund",
      fields: ["id"],
      filters: { id: [...ids] },
    })
    return new Set(recordedRefunds.parse(data).map(({ id }) => id))
  },
  byOthers: (orderId) => refundsByOthers(query, orderId),
  isCancelled: (paymentId) => isPaymentCancelled(query, paymentId),
  async remove(id) {
    if (!refundService) {
      throw new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `Medusa's refund ${id} was left by a process that was killed and cannot be taken back: the payment module keeps no refunds.`
      )
    }
    await refundService.delete([id])
  },
})

/** The part of the time without which nothing more is begun: a creation that is cut off leaves the shopper in doubt. */
const LEAST_SHARE = 0.15

/** How much of the time that the service may take for an authorisation is left; the cart stays locked meanwhile. */
export class Deadline {
  private readonly endsAt: number

  /** @param budget milliseconds from now */
  constructor(private readonly budget: number) {
    this.endsAt = performance.now() + budget
  }

  /** Milliseconds left; never negative. */
  get left(): number {
    return Math.max(this.endsAt - performance.now(), 0)
  }

  /** Whether too little is left to begin what must not be cut off. */
  get isNear(): boolean {
    return this.left < this.budget * LEAST_SHARE
  }

  /** A part of what is left, so that what comes after has time too; milliseconds. */
  share(fraction: number): number {
    return Math.floor(this.left * fraction)
  }
}
