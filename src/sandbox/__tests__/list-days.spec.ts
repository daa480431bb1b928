import { connected, privateCustomer, subscription } from "./connect"
import type { Connected } from "./connect"

/** Half an hour after midnight in Norway. */
const clockStart = new Date("2030-01-09T23:30:00Z")
const days = [
  ["2030-01-09", false],
  ["2030-01-10", true],
  ["2030-01-11", false],
] as const

let service: Connected

beforeEach(async () => {
  service = await connected({ clockStart })
})

afterEach(() => service.close())

const create = () =>
  service.client.call("subscriptions.create", {
    body: {
      ...subscription(),
      customerDetails: {
        ...privateCustomer,
        email: "kari+failing-01@example.com",
      },
    },
  })

describe("a subscription made after midnight in Norway", () => {
  it.each(days)("asked for on %s is found: %s", async (day, isFound) => {
    await create()

    const { data } = await service.client.call("subscriptions.list", {
      query: { startDate: day, endDate: day },
    })

    expect(data.map(({ createdAt }) => createdAt)).toEqual(isFound ? ["10.01.2030"] : [])
  })
})

describe("a payment that failed after midnight in Norway", () => {
  it.each(days)("asked for on %s is found: %s", async (day, isFound) => {
    const { data: created } = await create()
    service.sandbox.subscriptions.start(created.subscriptionUuid ?? "")

    const { data } = await service.client.call("subscriptions.failed-list", {
      query: { startDate: day, endDate: day },
    })

    expect(data.map(({ orderDate }) => orderDate)).toEqual(isFound ? ["10.01.2030"] : [])
  })
})
