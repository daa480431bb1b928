import { container } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"

import { E_INVOICE_MODULE } from "../modules/e-invoice"
import type { JobName } from "../modules/e-invoice/jobs"
import type EInvoiceModuleService from "../modules/e-invoice/service"

/**
 * Gives a job a second trigger. To be called by the job's file: Medusa loads it after the modules, and only where
 * background work is done.
 */
export function armTimer(
  name: JobName,
  begin: (container: MedusaContainer) => Promise<void>
): void {
  container
    .resolve<EInvoiceModuleService>(E_INVOICE_MODULE, {
      allowUnregistered: true,
    })
    ?.timers.arm(name, () => begin(container))
}
