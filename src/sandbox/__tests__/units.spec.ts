import { Clock } from "../world/clock"
import { dayText, kronerText, momentText, oreOf } from "../wire-values"
import { sampleLatency } from "../faults/fault"
import { operationRoutes } from "../http/route-paths"
import { SeededRandom } from "../world/random"
import { maskUrl, redact } from "../redaction"
import { mayBeReal } from "../validation/request-check"

describe("money", () => {
  it.each([
    [1249, 124_900],
    ["1249.00", 124_900],
    [0.1 + 0.2, 30],
    [1.005, 101],
    ["-12.5", -1_250],
    [" 7 ", 700],
    [1e-7, 0],
    ["9999999999.99", 999_999_999_999],
  ])("reads %p as %p øre", (amount, ore) => {
    expect(oreOf(amount)).toBe(ore)
  })

  it.each([[""], ["1,5"], ["1e3"], [Number.NaN]])("does not read %p", (amount) => {
    expect(() => oreOf(amount)).toThrow(RangeError)
  })

  it("writes kroner with two decimals", () => {
    expect(kronerText(100)).toBe("1.00")
    expect(kronerText(-5)).toBe("-0.05")
  })
})

describe("the clock", () => {
  it("runs with real time, shifted", () => {
    let real = 1_000_000
    const clock = new Clock(new Date("2030-01-01T00:00:00Z"), () => real)
    real += 5_000

    expect(new Date(clock.now()).toISOString()).toBe("2030-01-01T00:00:05.000Z")
    expect(clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 4 })).toEqual(
      new Date("2030-01-02T02:03:09Z")
    )
    expect(clock.seconds()).toBe(Date.UTC(2030, 0, 2, 2, 3, 9) / 1000)
  })

  it("goes forward only, and to valid dates", () => {
    const clock = new Clock()

    expect(() => clock.advance({ days: -1 })).toThrow(RangeError)
    expect(() => clock.set(new Date("never"))).toThrow(RangeError)
  })
})

it("writes dates in Norwegian time", () => {
  const newYearsEve = Date.UTC(2029, 11, 31, 23, 30) / 1000

  expect(dayText(newYearsEve)).toBe("01.01.2030")
  expect(momentText(newYearsEve)).toBe("01.01.2030 00:30")
})

it("repeats its random numbers from the same state", () => {
  const random = new SeededRandom(11)
  const { state } = random
  const first = [random.digits(10), random.between(3, 4), random.normal()]
  random.state = state

  expect([random.digits(10), random.between(3, 4), random.normal()]).toEqual(first)
  expect(first[0]).toMatch(/^[1-9]\d{9}$/)
})

it("samples every kind of latency", () => {
  const random = new SeededRandom(2)
  const samples = Array.from({ length: 500 }, () => ({
    even: sampleLatency({ least: 10, most: 20 }, random),
    logNormal: sampleLatency({ median: 50, sigma: 0.5 }, random),
    spiky: sampleLatency({ base: 1, spike: 99, spikeProbability: 0.1 }, random),
  }))
  const median = samples.map(({ logNormal }) => logNormal).sort((a, b) => a - b)[250]!
  const spikes = samples.filter(({ spiky }) => spiky === 99).length

  expect(samples.every(({ even }) => even >= 10 && even <= 20)).toBe(true)
  expect(median).toBeGreaterThan(40)
  expect(median).toBeLessThan(60)
  expect(spikes).toBeGreaterThan(25)
  expect(spikes).toBeLessThan(80)
})

describe("redaction", () => {
  it("masks personal data and secrets, and keeps the rest", () => {
    const body = {
      products: { "0": { name: "Coffee", rate: 83 } },
      customerDetails: {
        name: "Kari Anne Nordmann",
        email: "kari@example.com",
        msisdn: "40000012",
        personalNumber: "01886599925",
        address: { street: "Storgata 1", city: "Oslo" },
      },
      personalId: 1886599925,
      callback: {
        callbackUrl: "https://shop.example/hooks/0123456789abcdef?a=b",
      },
      note: null,
    }

    expect(redact(body)).toEqual({
      products: { "0": { name: "Coffee", rate: 83 } },
      customerDetails: {
        name: "K. A. N.",
        email: "k***@example.com",
        msisdn: "******12",
        personalNumber: "***********",
        address: { street: "***", city: "Oslo" },
      },
      personalId: "**********",
      callback: { callbackUrl: "https://shop.example/hooks/0123…?a=b" },
      note: null,
    })
  })

  it("hides an address it cannot read", () => {
    expect(maskUrl("not an address")).toBe("***")
  })
})

it.each([
  ["01816599925", false],
  ["41816599925", false],
  ["01416599925", false],
  ["12345678901", false],
  ["01936599925", false],
  ["01006599925", false],
  ["01016599925", true],
  ["41126599925", true],
])("tells whether %s may be a real person's", (number, real) => {
  expect(mayBeReal(number)).toBe(real)
})

it("gives every operation routes of its own", () => {
  const routes = operationRoutes()
  const keys = routes.map(({ method, path }) => `${method} ${path}`)

  expect(new Set(keys).size).toBe(keys.length)
  expect(routes).toContainEqual(
    expect.objectContaining({
      id: "orders.create-e-invoice",
      method: "POST",
      path: "/api/v1/connect/orders/invoice/create/faktura",
    })
  )
  expect(routes).toContainEqual({
    id: "orders.status",
    method: "GET",
    path: "/api/v1/connect/orders/status/{order_uuid}",
  })
})
