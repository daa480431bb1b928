import { senderIsLost } from "../../domain/operations/sender-lost"
import { eInvoiceModule } from "../e-invoice-module"
import { quietly } from "../quietly"
import type { SweepTerms } from "./sweep-terms"

/**
 * Calls a person to operations whose server was killed while the request was on its way: nobody else learns that they are
 * in doubt, unless the same is asked for again or the service calls.
 *
 * How old an operation is goes by the clock, whatever the moment of the sweep: another process may be sending it.
 */
export async function sweepLostSenders(terms: SweepTerms): Promise<void> {
  const eInvoice = eInvoiceModule(terms.container)
  const sending = await eInvoice.listEInvoiceOperations(
    { state: "sending" },
    {
      select: ["id", "operation_id", "order_id", "may_repeat"],
      order: { created_at: "ASC" },
      take: terms.batch,
    }
  )
  for (const { id, operation_id, order_id, may_repeat } of sending) {
    await terms.lease.check()
    await quietly(terms, `operation ${id} left behind`, async () => {
      if ((await senderIsLost(eInvoice, id)) && !may_repeat) {
        await eInvoice.events.emit("e_invoice.operation_in_doubt", {
          id,
          operation: operation_id,
          order_id,
        })
      }
    })
  }
}
