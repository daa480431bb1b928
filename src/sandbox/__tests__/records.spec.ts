import { eInvoiceBody, send } from "./client"
import {
  connected,
  order,
  privateCustomer,
  reservation,
  statusCallback,
  subscription,
  type Connected,
} from "./connect"

let service: Connected

beforeEach(async () => {
  service = await connected()
})

afterEach(() => service.close())

const submit = async () =>
  (await service.client.call("reservations.submit", { body: reservation() })).data.reservationUuid

const page = async (path: string) => (await send("GET", service.url + path)).text

const press = (path: string) =>
  send("POST", service.url + path, {
    headers: { "sec-fetch-site": "same-origin" },
  })

it("the console shows every kind of record", async () => {
  const { client, sandbox } = service
  const reserved = await submit()
  const { data } = await client.call("subscriptions.create", {
    body: {
      ...subscription(),
      customerDetails: {
        ...subscription().customerDetails,
        email: "kari+failing-01@example.com",
      },
      subscriptionStartDate: "01 Jan, 2020",
    },
  })
  sandbox.subscriptions.start(data.subscriptionUuid ?? "")
  await client.call("credit-checks.private", {
    body: { personalId: "01886599925" },
  })
  await client.call("users.create", {
    params: { userRoleSlug: "user" },
    body: {
      name: "Anne Admin",
      email: "anne@example.com",
      countryCode: "+47",
      msisdn: "40000002",
    },
  })

  expect(await page("/reservations")).toContain(reserved)
  expect(await page("/subscriptions")).toContain("Cycle 1: ")
  expect(await page("/refund-approvals")).toContain("None yet.")
  expect(await page("/checks")).toContain("Good Credit Rating")
  const people = await page("/people")
  expect(people).toContain("A. A.")
  expect(people).not.toContain("Anne Admin")
  expect(people).not.toContain("Kari Nordmann")
})

it("its buttons move them on", async () => {
  const uuid = await submit()

  const pressed = await press(`/reservations/${uuid}/confirm`)
  const again = await press(`/reservations/${uuid}/confirm`)

  expect(pressed.headers.location).toBe("/reservations")
  expect(service.sandbox.reservations.list()[0]?.status).toBe("RESERVED")
  expect(again.status).toBe(409)
  expect(again.text).toContain("only one that is SENT")
})

it("the control routes do the same in JSON", async () => {
  const uuid = await submit()
  const { status, text } = await press(`/sandbox/reservations/${uuid}/decline`)

  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject([{ uuid, status: "NOT PAID" }])
  expect((await press("/sandbox/reservations/RES0/decline")).status).toBe(404)
  for (const kind of ["customers", "users", "credit-checks", "company-checks"]) {
    expect((await send("GET", `${service.url}/sandbox/${kind}`)).status).toBe(200)
  }
})

it("a reset forgets them, and sets the clock back", async () => {
  const { sandbox } = service
  await submit()
  sandbox.clock.advance({ days: 40 })
  sandbox.reset()

  expect(sandbox.reservations.list()).toEqual([])
  const ahead = sandbox.clock.now().getTime() - Date.now()
  expect(Math.round(ahead / 60_000)).toBe(0)
})

it("a snapshot holds them all", async () => {
  const { sandbox } = service
  const uuid = await submit()
  const saved = sandbox.snapshot()
  sandbox.reset()
  expect(sandbox.reservations.list()).toEqual([])

  sandbox.restore(saved)

  expect(sandbox.reservations.list()).toMatchObject([{ uuid }])
  expect(sandbox.customers()).toHaveLength(1)
})

describe("a customer who orders again", () => {
  const customers = () => service.sandbox.snapshot().customers
  const subscribe = (customer: object) =>
    service.client.call("subscriptions.create", {
      body: {
        ...subscription(),
        customerDetails: { ...subscription().customerDetails, ...customer },
      },
    })

  it("keeps what the later order does not say", async () => {
    const { client } = service
    await client.call("orders.create-e-invoice", { body: eInvoiceBody() })
    await client.call("orders.create-payment-link", {
      body: { ...order(), customerDetails: privateCustomer, callback: statusCallback },
    })

    expect(customers()).toMatchObject([{ personalNumber: "01886599925" }])

    await subscribe({ personalNumber: "01886599925", email: null, countryCode: null, msisdn: null })
    expect(customers()).toMatchObject([
      { email: "kari@example.com", countryCode: "+47", msisdn: "40000000" },
    ])
  })

  it("is not taken for another one where neither has an e-mail address", async () => {
    await subscribe({ name: "Kari Nordmann", email: null })
    await subscribe({ name: "Ola Nordmann", email: null })

    expect(customers()).toMatchObject([{ name: "Kari Nordmann" }, { name: "Ola Nordmann" }])
  })
})
