import type { IEventBusModuleService, Logger } from "@medusajs/framework/types"

import type { EInvoiceEventData, EInvoiceEventName } from "../../events"
import { ownWrite } from "./leases"
import { messageOf } from "./message-of"

/**
 * Tells the store what happened. Emitted at once rather than with the workflow that caused it: what an event tells stays
 * true when a later step fails.
 */
export class EInvoiceEvents {
  constructor(
    private readonly bus: () => Pick<IEventBusModuleService, "emit">,
    private readonly logger: Pick<Logger, "error">
  ) {}

  /** Never throws: an event that cannot be emitted must not undo what it tells of. */
  async emit<Name extends EInvoiceEventName>(
    name: Name,
    data: EInvoiceEventData[Name]
  ): Promise<void> {
    try {
      await ownWrite.exit(() => this.bus().emit({ name, data }))
    } catch (error) {
      this.logger.error(
        `e-invoice: ${name} of ${data.id} could not be emitted: ${messageOf(error)}`
      )
    }
  }
}
