import { readFileSync } from "node:fs"

import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import type { EInvoiceSuite } from "./e-invoice-suite"
import { OperationDesk } from "./operation-desk"
import { paymentLink } from "./operation-requests"

/** What was billed of an order since the copy was made: the service has it, and the store knows nothing of it. */
export async function forgottenBill(suite: EInvoiceSuite, amount: number): Promise<string> {
  const desk = await OperationDesk.open(suite)
  const grandTotal = amount.toFixed(2)
  const { body } = await desk.call("orders.create-payment-link", {
    body: {
      ...paymentLink,
      products: [{ ...paymentLink.products[0], rate: amount, tax: 0, amount }],
      orderSummary: { subTotal: grandTotal, totalTax: "0.00", totalDiscount: "0.00", grandTotal },
    },
  })
  const uuid = String(body.operation.subject_uuid)
  await suite.eInvoice.deleteEInvoiceRecords({ remote_uuid: uuid } as never)
  return uuid
}

/** What docs/production.md has an operator do once an older copy of the database is restored: its own statements, as printed. */
export const restoreProcedure = (suite: EInvoiceSuite) => {
  const statements = (
    readFileSync("docs/production.md", "utf8").split("## Backup and restore")[1] ?? ""
  )
    .split("```")
    .filter((_, index) => index % 2 === 1)
    .map((block) => block.replace(/^sql\n/, ""))
  const run = async <Row>(beginning: string, uuid?: string): Promise<Row[]> => {
    const statement = statements.find((text) => text.trim().startsWith(beginning))
    if (!statement) {
      throw new Error(`The page has no statement that begins with: ${beginning}`)
    }
    const named = uuid === undefined ? statement : statement.replace(/'ODR…'/, `'${uuid}'`)
    const { rows } = await suite.container
      .resolve(ContainerRegistrationKeys.PG_CONNECTION)
      .raw<{ rows: Row[] }>(named)
    return rows
  }

  return {
    /** Invoices of which the service shows no further refund. */
    givenInPart: () =>
      run<{ remote_order_uuid: string; given: string }>("select remote_order_uuid, grand_total"),

    /** The portal shows more of this one than is known here. */
    flagGivenSince: (uuid: string) => run("update einvoice_order set attention", uuid),
  }
}
