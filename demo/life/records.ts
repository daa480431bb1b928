import { personalNumberOf, syntheticPersonalNumber } from "../personal-numbers"
import { magicPersonalNumbers } from "../../src/sandbox"
import type { RunningDemo } from "../start-demo"
import { buySomething, type Purchase } from "../order/demo-order"
import type { AdminClient } from "./admin-client"
import { shopper } from "./people"

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

type Account = { reservation: { account: { lines: { id: number; left: number }[] } } }

/** Two reservations of orders paid on collection: one that waits to be captured, one of which a line was captured. */
export async function liveReservations(demo: RunningDemo, admin: AdminClient): Promise<void> {
  const reserve = async (purchase: Purchase) => {
    const { id } = await buySomething(demo, { ...purchase, providerId: "pp_system_default" })
    const { operation } = await admin.post<Created>(
      `/admin/e-invoice/medusa-orders/${id}/reservations`,
      { send_by: { email: true, sms: false }, charge_validity_days: 30 }
    )
    demo.sandbox.reservations.confirm(operation.subject_uuid)
    return `/admin/e-invoice/reservations/${operation.subject_uuid}`
  }
  await reserve({
    shopper: shopper(13, "Jorunn", "Eide"),
    basket: [{ sku: "BLANKET-GREY", quantity: 2 }],
  })
  const part = await reserve({
    shopper: shopper(14, "Vegard", "Nygaard"),
    basket: [
      { sku: "PASS-ADULT", quantity: 3 },
      { sku: "MUG-35", quantity: 2 },
    ],
  })
  const { reservation } = await admin.get<Account>(`${part}/account`)
  await admin.post(`${part}/captures`, {
    lines: reservation.account.lines.slice(0, 1).map(({ id, left }) => ({ id, amount: left })),
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
