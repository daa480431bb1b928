import { tryToBuy, type Purchase } from "../order/demo-order"
import type { RunningDemo } from "../start-demo"
import { shopper } from "./people"

const purchase: Purchase = {
  shopper: shopper(10, "Oskar", "Solberg"),
  basket: [{ sku: "BLANKET-BLUE", quantity: 1 }],
}

/**
 * Leaves an order in doubt, for staff to settle: the service's answer is lost, and it then has two orders that may
 * be the one.
 */
export async function leaveAnOrderInDoubt(demo: RunningDemo): Promise<void> {
  const { sandbox } = demo
  const [lost, blind] = [
    sandbox.faults.add({
      fault: "after:drop",
      operation: "orders.create-e-invoice",
      times: 1,
    }),
    sandbox.faults.add({
      fault: "510",
      operation: "orders.details-by-date-range",
    }),
  ]
  try {
    await tryToBuy(demo, purchase)
    await createTwin(demo)
  } finally {
    sandbox.faults.remove(lost.id)
    sandbox.faults.remove(blind.id)
  }
}

/** The same order again, as if the operator had entered it at the service by hand. */
async function createTwin({ sandbox, sandboxUrl }: RunningDemo): Promise<void> {
  const sent = sandbox
    .requests()
    .findLast(({ operationId }) => operationId === "orders.create-e-invoice")
  const address = "/api/v1/connect/orders/faktura/create"
  const response = await fetch(`${sandboxUrl}${address}`, {
    method: "POST",
    headers: {
      authorization: "Bearer sandbox-token",
      "content-type": "application/json",
    },
    body: JSON.stringify({
      ...Object(sent?.body),
      customerDetails: {
        countryCode: "+47",
        msisdn: purchase.shopper.phone.replaceAll(" ", ""),
        email: purchase.shopper.email,
        name: "Oskar Solberg",
        personalNumber: purchase.shopper.personalNumber,
        address: {
          street: "Strandgaten 12",
          zip: "5013",
          city: "Bergen",
          country: "NO",
        },
      },
      callback: { callbackUrl: "http://127.0.0.1:1/by-hand" },
    }),
  })
  if (!response.ok) {
    throw new Error(`The service refused the twin: ${await response.text()}`)
  }
}
