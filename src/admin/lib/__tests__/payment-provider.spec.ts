import type { AdminOrder } from "@medusajs/framework/types"

import { isPaidByEInvoice } from "../payment-provider"

const orderWith = (collection: object): AdminOrder =>
  JSON.parse(JSON.stringify({ payment_collections: [collection] }))

describe("isPaidByEInvoice", () => {
  it("recognises a payment of ours", () => {
    expect(
      isPaidByEInvoice(orderWith({ payments: [{ provider_id: "pp_e-invoice_private" }] }))
    ).toBe(true)
  })

  it("recognises a payment session of ours", () => {
    expect(
      isPaidByEInvoice(
        orderWith({
          payment_sessions: [{ provider_id: "pp_e-invoice_private" }],
        })
      )
    ).toBe(true)
  })

  it("leaves other providers' orders alone", () => {
    expect(isPaidByEInvoice(orderWith({ payments: [{ provider_id: "pp_system_default" }] }))).toBe(
      false
    )
  })
})
