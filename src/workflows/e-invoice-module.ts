import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"

import { E_INVOICE_MODULE } from "../modules/e-invoice"
import type { Clock } from "../modules/e-invoice/database"
import type EInvoiceModuleService from "../modules/e-invoice/service"

/** The plugin's module, from the application's container. */
export const eInvoiceModule = (container: MedusaContainer): EInvoiceModuleService =>
  container.resolve(E_INVOICE_MODULE)

/** The moment at which a workflow acts: the present, unless its input says otherwise. */
export const momentOf = (
  { clock }: { readonly clock: Clock },
  { at }: { at?: string | undefined }
): Date => (at === undefined ? clock.now() : new Date(at))

/** The lock under which everything happens that changes one e-invoice order. */
export const orderLockKey = (eInvoiceOrderId: string): string =>
  `e-invoice-order:${eInvoiceOrderId}`

/** Seconds to wait for the lock. */
export const ORDER_LOCK_TIMEOUT = 20

/** Seconds after which the lock is free again should its holder have died. */
export const ORDER_LOCK_TTL = 120

/** Medusa answers 404. */
export const noSuchOrder = (id: string): MedusaError =>
  new MedusaError(MedusaError.Types.NOT_FOUND, `There is no e-invoice order ${id}.`)
