import createClient from "openapi-fetch"

import type { components, paths } from "./connect.mjs"

/*
 * What a stranger would write with a client that was generated from the API document: compiled strictly and run against a
 * sandbox by `generated-client.spec.ts`.
 */

type Schemas = components["schemas"]

const baseUrl = process.env.BASE_URL ?? ""
const client = createClient<paths>({
  baseUrl,
  headers: { authorization: "Bearer sandbox-token" },
})

const address: Schemas["Address"] = {
  street: "Storgata 1",
  zip: "0155",
  city: "Oslo",
  country: "NO",
}
const contact = {
  countryCode: "+47",
  msisdn: "40000000",
  email: "kari@example.com",
  name: "Kari Nordmann",
  address,
}
const callback = { callbackUrl: `${baseUrl}/nowhere` }

/** What happens at the service, told to the sandbox. */
async function happens(what: string): Promise<void> {
  const { ok } = await fetch(`${baseUrl}/sandbox/${what}`, { method: "POST" })
  if (!ok) {
    throw new Error(`The sandbox does not let happen: ${what}`)
  }
}

/** The data of an answer, or the message key of the refusal. */
function dataOf<Data>({
  data,
  error,
}: {
  data?: { data: Data }
  error?: { message: string }
}): Data {
  if (!data) {
    throw new Error(error?.message ?? "no answer")
  }
  return data.data
}

const rowsOf = <Row,>(list: readonly Row[] | Readonly<Record<string, Row>> | null | undefined) =>
  Object.values(list ?? {})

async function invoiced() {
  const order: Schemas["orders.create-e-invoice.body"] = {
    products: [{ name: "Fee", quantity: "1", rate: 500, tax: 25, amount: "500.00" }],
    orderSummary: {
      subTotal: "400.00",
      totalTax: "100.00",
      totalDiscount: "0.00",
      grandTotal: "500.00",
    },
    orderDate: "1795219200",
    customerDetails: { ...contact, personalNumber: "17819010188" },
    invoiceFeeApplicable: false,
    callback,
  }
  const { uuid } = dataOf(
    await client.POST("/api/v1/connect/orders/faktura/create", { body: order })
  )
  const path = { order_uuid: uuid }
  const statuses: string[] = []
  const readStatus = async () => {
    const { status } = dataOf(
      await client.GET("/api/v1/connect/orders/status/{order_uuid}", { params: { path } })
    )
    statuses.push(status)
  }

  await readStatus()
  await happens(`orders/${uuid}/invoice`)
  await readStatus()
  await happens(`orders/${uuid}/pay`)
  await readStatus()
  const { orderSummary, productList } = dataOf(
    await client.GET("/api/v1/connect/orders/details/{order_uuid}", { params: { path } })
  )
  const [line] = rowsOf(productList)
  dataOf(
    await client.POST("/api/v1/connect/orders/refund/{order_uuid}", {
      params: { path },
      body: {
        type: "regular",
        grandTotal: orderSummary?.grandTotal ?? 0,
        products: [{ id: Number(line?.id), amount: line?.amount ?? 0 }],
      },
    })
  )
  await readStatus()
  const again = await client.POST("/api/v1/connect/orders/cancel/{order_uuid}", {
    params: { path },
    body: { cancellationNote: "Too late" },
  })
  return { statuses, tax: Number(orderSummary?.tax), refused: again.error?.message }
}

async function reserved() {
  const { reservationUuid } = dataOf(
    await client.POST("/api/v1/connect/reservations/submit", {
      body: {
        products: { 0: { name: "Room", rate: 500, tax: 25, amount: 500 } },
        orderSummary: { subTotal: "400.00", totalTax: "100.00", grandTotal: "500.00" },
        orderDate: "1795219200",
        customerDetails: { ...contact, type: "private" },
        chargeValidity: null,
      },
    })
  )
  const path = { reservation_uuid: reservationUuid }
  const details = async () =>
    dataOf(
      await client.GET("/api/v1/connect/reservations/details/{reservation_uuid}", {
        params: { path },
      })
    )

  await happens(`reservations/${reservationUuid}/confirm`)
  const [line] = rowsOf((await details()).productList)
  const capture = dataOf(
    await client.POST("/api/v1/connect/reservations/capture/{reservation_uuid}", {
      params: { path },
      body: { products: [{ id: Number(line?.id), amount: "300.00" }], grandTotal: "300.00" },
    })
  )
  dataOf(
    await client.POST("/api/v1/connect/reservations/complete/{reservation_uuid}", {
      params: { path },
      body: { note: "Delivered" },
    })
  )
  const { paymentDetails, status } = await details()
  return {
    capture: capture.uuid.slice(0, 3),
    captured: Number(paymentDetails?.capturedAmount),
    status,
  }
}

console.log(JSON.stringify({ invoiced: await invoiced(), reserved: await reserved() }))
