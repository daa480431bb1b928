import { personalNumberOf, syntheticPersonalNumber } from "../personal-numbers"
import { magicPersonalNumbers } from "../../src/sandbox"
import type { RunningDemo } from "../start-demo"
import type { AdminClient } from "./admin-client"

const base = "/admin/e-invoice/operations"

const address = {
  street: "Storgata 1",
  zip: "0155",
  city: "Oslo",
  country: "NO",
}

/** @param index tells the service's customers apart */
const person = (index: number, name: string, email: string) => ({
  type: "private",
  countryCode: "+47",
  msisdn: `400000${String(index).padStart(2, "0")}`,
  email,
  name,
  preferredLanguage: "no",
  address,
  personalNumber: personalNumberOf(index),
})

const kari = person(0, "Kari Nordmann", "kari@example.com")

/** The service's own spelling of a day: 21 Nov, 2026. */
const dayIn = (months: number): string => {
  const day = new Date()
  day.setUTCDate(Math.min(day.getUTCDate(), 28))
  day.setUTCMonth(day.getUTCMonth() + months)
  const month = day.toLocaleString("en", { month: "short", timeZone: "UTC" })
  return `${String(day.getUTCDate()).padStart(2, "0")} ${month}, ${day.getUTCFullYear()}`
}

const unixNow = () => String(Math.floor(Date.now() / 1000))

/** One line with 25 % VAT in the price. */
const lines = (name: string, amount: number) => ({
  products: [
    {
      name,
      productId: "demo",
      quantity: 1,
      rate: amount,
      discount: 0,
      tax: 25,
      amount,
    },
  ],
  orderSummary: {
    subTotal: (amount * 0.8).toFixed(2),
    totalTax: (amount * 0.2).toFixed(2),
    totalDiscount: "0.00",
    grandTotal: amount.toFixed(2),
  },
})

type Created = { operation: { subject_uuid: string } }

const created = async (
  admin: AdminClient,
  operation: string,
  body: object,
  beside: object = {}
): Promise<string> =>
  (await admin.post<Created>(`${base}/${operation}`, { body, currency_code: "nok", ...beside }))
    .operation.subject_uuid

/** Two reservations: one that waits to be captured, one that was captured in part. */
export async function liveReservations(demo: RunningDemo, admin: AdminClient): Promise<void> {
  const reserve = async (name: string, amount: number) => {
    const { products, orderSummary } = lines(name, amount)
    const { totalDiscount: _none, ...summary } = orderSummary
    const uuid = await created(admin, "reservations.submit", {
      products: products.map(({ name, rate, tax, amount }) => ({
        name,
        rate,
        tax,
        amount,
      })),
      orderSummary: summary,
      orderDate: unixNow(),
      customerDetails: kari,
    })
    demo.sandbox.reservations.confirm(uuid)
    return uuid
  }
  await reserve("Cabin, one weekend", 2_400)
  const part = await reserve("Rental kayak, a week", 3_000)
  const { data } = await admin.get<{ data: { productList: { id: number }[] } }>(
    `${base}/reservations.details?reservation_uuid=${part}`
  )
  await admin.post(`${base}/reservations.capture`, {
    params: { reservation_uuid: part },
    body: {
      grandTotal: "1200.00",
      products: data.productList.map(({ id }) => ({ id, amount: "1200.00" })),
    },
  })
}

/** Three subscriptions: one that runs, one whose payment failed, one that waits for the customer. */
export async function liveSubscriptions(
  { sandbox, store }: RunningDemo,
  admin: AdminClient
): Promise<void> {
  const subscribe = (
    name: string,
    amount: number,
    customerDetails: typeof kari,
    customerId?: string
  ) => {
    const { products, orderSummary } = lines(name, amount)
    return created(
      admin,
      "subscriptions.create",
      {
        products,
        billingFrequency: "month",
        numberOfRepeats: 12,
        orderSummary: { ...orderSummary, payablePerCycle: amount.toFixed(2) },
        subscriptionStartDate: dayIn(0),
        subscriptionEndsDate: dayIn(12),
        customerDetails,
      },
      customerId === undefined ? {} : { customer_id: customerId }
    )
  }
  const runs = await subscribe("Coffee every month", 349, kari, store.customer.id)
  sandbox.subscriptions.start(runs)
  const silje = person(11, "Silje Bakke", "silje+failing-01@example.com")
  const fails = await subscribe("Museum membership", 129, silje)
  sandbox.subscriptions.start(fails)
  const even = person(12, "Even Ruud", "even@example.com")
  await subscribe("Book of the month", 279, even)
}

/** Credit checks of two private customers and a company. */
export async function liveCreditChecks(admin: AdminClient): Promise<void> {
  for (const personalNumber of [syntheticPersonalNumber, magicPersonalNumbers.highRisk]) {
    await admin.post(`${base}/credit-checks.private`, { body: { personalId: personalNumber } })
  }
  await admin.post(`${base}/credit-checks.corporate`, { body: { organizationId: "999888777" } })
}
