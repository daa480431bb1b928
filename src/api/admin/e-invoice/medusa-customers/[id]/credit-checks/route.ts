import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"

import { NotFoundError } from "../../../../../../connect"
import { maskPersonalNumbers } from "../../../../../../modules/e-invoice/personal-data/personal-masks"
import type EInvoiceModuleService from "../../../../../../modules/e-invoice/service"
import { eInvoiceModule } from "../../../../../../workflows/e-invoice-module"
import { isCheckOf, medusaCustomerAnswer } from "../../../customers"
import { answering } from "../../../failures"

/** Customers at the service whose profiles are read; a customer rarely has more than one. */
const MOST_PROFILES = 5

/** The credit checks of a Medusa customer, found in the service's history by the customer's profiles there. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const eInvoice = eInvoiceModule(req.scope)
  const { service_customers } = await medusaCustomerAnswer(req, req.params["id"] ?? "")
  await answering(res, async () => {
    const profiles = await profilesOf(
      eInvoice,
      service_customers.slice(0, MOST_PROFILES).map(({ uuid }) => uuid)
    )
    const { data: checks } =
      profiles.length === 0 ? { data: [] } : await eInvoice.connect.call("credit-checks.list", {})
    const own = checks.filter((check) => profiles.some((profile) => isCheckOf(check, profile)))
    res.json({ credit_checks: maskPersonalNumbers(own), count: own.length })
  })
}

async function profilesOf({ connect }: EInvoiceModuleService, uuids: readonly string[]) {
  const profiles = await Promise.all(
    uuids.map((customer_uuid) =>
      connect.call("customers.details", { params: { customer_uuid } }).catch((error: unknown) => {
        if (error instanceof NotFoundError) {
          return undefined
        }
        throw error
      })
    )
  )
  return profiles.flatMap((profile) => (profile ? [profile.data] : []))
}
