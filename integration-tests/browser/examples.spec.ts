import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"

import { build } from "esbuild"
import type { Browser, Page } from "playwright-core"

import { syntheticPersonalNumber } from "../../demo/personal-numbers"
import { startDemo, type RunningDemo } from "../../demo/start-demo"
import { magicPersonalNumbers } from "../../src/sandbox"
import { fillCart, storefrontOf } from "../package/buy"
import { launchChromium, PATIENCE_MS } from "./chromium/launch"
import { focused } from "./support/keyboard"

jest.setTimeout(180_000)

const starter = path.resolve(__dirname, "../starter")

describe("the example for Medusa's Next.js storefront", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "examples-"))
  let demo: RunningDemo
  let browser: Browser
  let page: Page
  let requests: { url: string; body: string }[]

  beforeAll(async () => {
    process.env.E_INVOICE_OPTIONS = JSON.stringify({
      invoiceFee: { applicable: true, amount: 49 },
      personalNumber: { acceptSynthetic: true },
    })
    ;[demo, browser] = await Promise.all([
      startDemo({
        folder,
        admin: false,
        ports: { store: 0, admin: 0, storefront: 0, sandbox: 0 },
      }),
      launchChromium(),
    ])
    await addExample(demo)
  }, 180_000)

  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 30_000)

  beforeEach(async () => {
    demo.sandbox.reset()
    const context = await browser.newContext()
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    requests = []
    page.on("request", (request) =>
      requests.push({ url: request.url(), body: request.postData() ?? "" })
    )
    const cart = await fillCart(storefrontOf(demo.storeUrl, demo.store.publishableKey), demo.store)
    await openCheckout(cart.id)
  })

  afterEach(() => page.context().close())

  it("tells of the fee, and says beside the field what is wrong with it", async () => {
    await page.getByText("An invoice fee of NOK 49.00 is added").waitFor()
    await personalNumber().fill("123")
    await goOn().click()

    await focused(page, personalNumber()).waitFor()
    expect(await personalNumber().getAttribute("aria-invalid")).toBe("true")
    await page.locator("#personal_number-problem").getByText("eleven digits").waitFor()
    expect(sessionsOpened()).toEqual([])
  })

  it("offers no invoice where Medusa has no such payment in the cart's region", async () => {
    const { storeUrl, store } = demo
    const cart = { currency_code: "nok", region_id: store.regions.norway }
    const offerOf = () => page.evaluate(`shop.retrieveInvoiceOffer(${JSON.stringify(cart)})`)
    expect(await offerOf()).toMatchObject({ language: "no" })
    await page.route(`${storeUrl}/store/payment-providers?*`, (route) =>
      route.fulfill({ json: { payment_providers: [{ id: "pp_system_default" }] } })
    )

    expect(await offerOf()).toBeNull()
  })

  it("leads from a declined number back to the payment, and then to one order", async () => {
    await enter(magicPersonalNumbers.denied)
    await order().click()
    await page.getByTestId("e-invoice-payment-error-message").waitFor()
    await page.getByRole("button", { name: "Change payment" }).click()
    expect(await personalNumber().inputValue()).toBe("")

    await enter(syntheticPersonalNumber)
    await order().dblclick()
    await orderPage().waitFor()
    expect(demo.sandbox.orders()).toHaveLength(1)
  })

  it("offers no other way to pay while it is not known whether there is an invoice", async () => {
    await enter(syntheticPersonalNumber)
    await page.route("**/store/carts/*/complete", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await order().click()
    await page.getByText("The store gave no answer.").waitFor()
    expect(await page.getByRole("button", { name: "Change payment" }).count()).toBe(0)

    await page.unrouteAll()
    await order().click()
    await orderPage().waitFor()
    expect(demo.sandbox.orders()).toHaveLength(1)
  })

  it("asks again where the cart is being completed, and where Medusa answers without the order", async () => {
    await enter(syntheticPersonalNumber)
    const answers = [{ status: 409, json: { message: "in progress" } }, { json: { type: "order" } }]
    await page.route("**/store/carts/*/complete", (route) => {
      const answer = answers.shift()
      return answer ? route.fulfill(answer) : route.continue()
    })

    await order().click()
    await orderPage().waitFor()
    expect(answers).toEqual([])
    expect(demo.sandbox.orders()).toHaveLength(1)
  })

  it("keeps the cart where Medusa goes on answering without the order", async () => {
    await enter(syntheticPersonalNumber)
    await page.route("**/store/carts/*/complete", (route) =>
      route.fulfill({ json: { type: "order" } })
    )
    await order().click()
    await page.getByText("The store gave no answer.").waitFor()
    expect(await page.getByRole("button", { name: "Change payment" }).count()).toBe(0)
    expect(await page.evaluate(`shop.cookies.get("_medusa_cart_id")`)).toMatch(/^cart_/)

    await page.unrouteAll()
    await order().click()
    await orderPage().waitFor()
    expect(demo.sandbox.orders()).toHaveLength(1)
  })

  it("sends the personal number with the session and nowhere else", async () => {
    await enter(syntheticPersonalNumber)
    await order().click()
    await orderPage().waitFor()

    const carriers = requests.filter(({ url, body }) =>
      `${url}${body}`.includes(syntheticPersonalNumber)
    )
    expect(carriers).toEqual(sessionsOpened())
    expect(carriers).toHaveLength(1)
    expect(page.url()).not.toContain(syntheticPersonalNumber)
  })

  const personalNumber = () => page.getByLabel("Personal number")
  const goOn = () => page.getByRole("button", { name: "Continue to review" })
  const order = () => page.getByRole("button", { name: "Place order" })
  const orderPage = () => page.getByRole("heading", { name: /^\/no\/order\/\w+\/confirmed$/ })
  const sessionsOpened = () => requests.filter(({ url }) => url.endsWith("/payment-sessions"))

  async function enter(digits: string) {
    await personalNumber().fill(digits)
    await goOn().click()
    await order().waitFor()
  }

  async function openCheckout(cartId: string) {
    await page.goto(`${demo.storefrontUrl}/example.html?step=payment`)
    await page.evaluate(
      `shop.openShop(document.getElementById("shop"), { _medusa_cart_id: "${cartId}" })`
    )
    await personalNumber().waitFor()
  }
})

/** Puts the stand-in of the starter, with the example in it, where the store lets a storefront be. */
async function addExample({ folder, storeUrl, store }: RunningDemo): Promise<void> {
  const file = (name: string) => path.join(folder.storefront, name)
  await build({
    entryPoints: [path.join(starter, "shop.tsx")],
    tsconfig: path.join(starter, "tsconfig.json"),
    bundle: true,
    format: "iife",
    globalName: "shop",
    platform: "browser",
    jsx: "automatic",
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.NEXT_PUBLIC_MEDUSA_BACKEND_URL": JSON.stringify(storeUrl),
      "process.env.NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY": JSON.stringify(store.publishableKey),
    },
    outfile: file("example.js"),
  })
  writeFileSync(
    file("example.html"),
    `<!doctype html><title>Checkout</title><div id="shop"></div><script src="/example.js"></script>`
  )
}
