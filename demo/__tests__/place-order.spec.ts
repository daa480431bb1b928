import type { CheckoutSettings } from "../../src/storefront"
import { syntheticPersonalNumber } from "../personal-numbers"
import { emptyDetails } from "../storefront/src/checkout/checkout-details"
import { placeOrder } from "../storefront/src/checkout/place-order"
import { createStoreClient } from "../storefront/src/store/store-client"

const settings: CheckoutSettings = {
  provider_id: "pp_e-invoice_private",
  currencies: ["nok"],
  languages: ["en", "no"],
  default_language: "no",
  invoice_fee: { applicable: false },
  personal_number: { check_digits: true, accept_synthetic: true },
}

const details = {
  ...emptyDetails,
  email: "kari@example.com",
  providerId: settings.provider_id,
  personalNumber: syntheticPersonalNumber,
  phone: "400 00 000",
  language: "no",
}

const client = createStoreClient({
  backendUrl: "http://store.test",
  publishableKey: "pk_test",
})

/** A store with one cart, as the storefront meets it over HTTP. */
class Store {
  readonly asked: string[] = []
  /** Takes the place of an answer; what was asked has been done all the same. */
  instead: (asked: string) => Response | Error | undefined = () => undefined
  private completedAt: string | null = null

  readonly fetch: typeof fetch = async (url, init) => {
    const asked = `${init?.method ?? "GET"} ${new URL(String(url)).pathname}`
    this.asked.push(asked)
    const answer = this.answer(asked)
    const instead = this.instead(asked)
    if (instead instanceof Error) {
      throw instead
    }
    return instead ?? answer
  }

  completeElsewhere(): void {
    this.completedAt = "2026-11-22T10:00:00.000Z"
  }

  countOf(end: string): number {
    return this.asked.filter((asked) => asked.endsWith(end)).length
  }

  private answer(asked: string): Response {
    if (asked.endsWith("/complete")) {
      this.completeElsewhere()
      return Response.json({ type: "order", order: { id: "order_1" } })
    }
    if (asked === "POST /store/carts/cart_1" && this.completedAt) {
      return Response.json({ message: "Cart cart_1 is already completed." }, { status: 400 })
    }
    return Response.json({
      cart: {
        id: "cart_1",
        completed_at: this.completedAt,
        payment_collection: { id: "paycol_1" },
      },
    })
  }
}

describe("placing an order", () => {
  let store: Store

  beforeEach(() => {
    jest.useFakeTimers()
    store = new Store()
    jest.spyOn(globalThis, "fetch").mockImplementation(store.fetch)
  })

  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  const place = async () => {
    const attempt = placeOrder(client, "cart_1", details, settings)
    await jest.runAllTimersAsync()
    return attempt
  }
  const whenCompleted =
    (answer: () => Response | Error, times = Infinity) =>
    (asked: string) =>
      asked.endsWith("/complete") && store.countOf("/complete") <= times ? answer() : undefined
  const lostConnection = () => new TypeError("fetch failed")

  it("writes the addresses, opens the session and completes the cart, in that order", async () => {
    expect(await place()).toEqual({
      outcome: "placed",
      order: { id: "order_1" },
    })
    expect(store.asked).toEqual([
      "GET /store/carts/cart_1",
      "POST /store/carts/cart_1",
      "POST /store/payment-collections/paycol_1/payment-sessions",
      "POST /store/carts/cart_1/complete",
    ])
  })

  it.each([
    ["a lost connection", lostConnection],
    ["a proxy that gave up", () => new Response("", { status: 504 })],
    [
      "another request that completes the same cart",
      () => Response.json({ message: "Conflict" }, { status: 409 }),
    ],
  ])("asks again for the order after %s", async (_what, answer) => {
    store.instead = whenCompleted(answer, 2)

    expect(await place()).toMatchObject({ outcome: "placed" })
  })

  it("does not call a cart refused whose completion was never answered", async () => {
    store.instead = whenCompleted(lostConnection)

    expect(await place()).toEqual({ outcome: "unanswered" })
  })

  it("finds the order of such a cart at the next press, without changing the cart", async () => {
    store.instead = whenCompleted(lostConnection, 3)
    await place()

    expect(await place()).toEqual({
      outcome: "placed",
      order: { id: "order_1" },
    })
    expect(store.countOf("/payment-sessions")).toBe(1)
  })

  it("puts a refusal beside its field and asks nothing more", async () => {
    store.instead = (asked) =>
      asked.endsWith("/payment-sessions")
        ? Response.json({ message: "personal_number: must be 11 digits" }, { status: 400 })
        : undefined

    expect(await place()).toEqual({
      outcome: "refused",
      refusal: {
        problems: [
          {
            field: "personal_number",
            message: "must be 11 digits",
            code: "not_eleven_digits",
          },
        ],
      },
    })
    expect(store.countOf("/complete")).toBe(0)
  })

  it.each(["/payment-sessions", "/complete"])(
    "shows the order that another tab made of the cart when it is refused at %s",
    async (end) => {
      let isFirst = true
      store.instead = (asked) => {
        if (!asked.endsWith(end) || !isFirst) {
          return undefined
        }
        isFirst = false
        store.completeElsewhere()
        return Response.json({ message: "Not now." }, { status: 400 })
      }

      expect(await place()).toEqual({ outcome: "placed", order: { id: "order_1" } })
    }
  )

  it("shows what the store says of a declined invoice", async () => {
    store.instead = whenCompleted(() =>
      Response.json({
        type: "cart",
        error: { message: "Declined.", name: "e_invoice_not_granted" },
      })
    )

    expect(await place()).toEqual({
      outcome: "refused",
      refusal: { problems: [], sentence: "Declined.", code: "e_invoice_not_granted" },
    })
  })
})
