import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import type { Browser, Page } from "playwright-core"
import { syntheticPersonalNumber } from "../../demo/personal-numbers"
import { startDemo, type RunningDemo } from "../../demo/start-demo"
import { magicPersonalNumbers } from "../../src/sandbox"
import { launchChromium, PATIENCE_MS } from "./chromium/launch"
import { chooseByKeyboard, focused, tabTo } from "./support/keyboard"
import { keepPicture } from "./support/pictures"
import { Shopper } from "./support/shopper"

jest.setTimeout(180_000)

const anyPort = { store: 0, admin: 0, storefront: 0, sandbox: 0 }

describe("the storefront", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "storefront-"))
  let demo: RunningDemo
  let browser: Browser
  let page: Page
  let shopper: Shopper
  let troubles: string[]

  beforeAll(async () => {
    ;[demo, browser] = await Promise.all([
      startDemo({ folder, admin: false, ports: anyPort }),
      launchChromium(),
    ])
  }, 180_000)

  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 30_000)

  beforeEach(async () => {
    demo.sandbox.reset()
    const context = await browser.newContext({
      viewport: { width: 1200, height: 900 },
    })
    context.setDefaultTimeout(PATIENCE_MS)
    page = await context.newPage()
    troubles = []
    page.on("pageerror", (error) => troubles.push(error.message))
    shopper = new Shopper(page, demo.storefrontUrl)
  })

  afterEach(async () => {
    await page.context().close()
    expect(troubles).toEqual([])
  })

  it("lets a shopper buy by invoice with nothing but a keyboard", async () => {
    const { keyboard } = page
    const press = async (target: Parameters<typeof tabTo>[1], key: string) => {
      await tabTo(page, target)
      await keyboard.press(key)
    }
    await shopper.openShop()
    await keepPicture(page, "shop")
    await keyboard.press("Tab")
    await focused(page, page.getByRole("link", { name: "Skip to the content" })).waitFor()
    await press(shopper.addToCart("Harbour coffee"), "Enter")
    await page.getByText("In your cart (1 added)").waitFor()
    await press(shopper.addToCart("The Long Coast"), "Enter")
    await press(shopper.cartLink("2 items"), "Enter")
    await page.getByRole("heading", { name: "Your cart" }).waitFor()
    await keepPicture(page, "cart")
    await press(page.getByRole("link", { name: "Go to checkout" }), "Enter")

    const { field } = shopper
    for (const [target, text] of [
      [field.email, "kari@example.com"],
      [field.firstName, "Kari"],
      [field.lastName, "Nordmann"],
      [field.address, "Storgata 1"],
      [field.postalCode, "0155"],
      [field.city, "Oslo"],
    ] as const) {
      await tabTo(page, target)
      await keyboard.type(text)
    }
    await chooseByKeyboard(
      page,
      page.getByRole("radiogroup", { name: "Delivery" }),
      shopper.delivery("Parcel to your mailbox")
    )
    await page.getByRole("definition").filter({ hasText: "49" }).waitFor()
    await tabTo(page, field.personalNumber)
    await keyboard.type(syntheticPersonalNumber)
    await tabTo(page, field.phone)
    await keyboard.type("400 00 000")
    await tabTo(page, field.reference)
    await keyboard.type("Reading group")
    await keepPicture(page, "checkout")
    await press(shopper.placeOrder, "Enter")

    await shopper.confirmation().waitFor()
    await focused(page, shopper.confirmation()).waitFor()
    await page.getByText(/Order number \d+/).waitFor()
    await keepPicture(page, "confirmation")

    const [invoice, ...others] = demo.sandbox.orders()
    expect(others).toEqual([])
    expect(invoice).toMatchObject({ grandTotal: 577.9, totalsOff: [] })
    await page.getByText("NOK 577,90", { exact: true }).waitFor()
    await page.getByText(/NOK 577,90.+ fee of NOK 48,75.+ pay NOK 626,65 by invoice/).waitFor()
    await page.getByRole("definition").filter({ hasText: "626,65" }).waitFor()
    await shopper.cartLink("0 items").waitFor()
  })

  it("keeps the delivery that was chosen last, however slow an earlier choice is", async () => {
    await shopper.goToCheckout()
    await shopper.delivery("Parcel to your mailbox").waitFor()
    const sent: Promise<unknown>[] = []
    const bothSent = new Promise<void>((resolve) => {
      page.on("request", (request) => {
        if (request.url().endsWith("/shipping-methods")) {
          sent.push(request.response())
        }
        if (sent.length === 2) {
          resolve()
        }
      })
    })
    await page.route(
      "**/store/carts/*/shipping-methods",
      async (route) => {
        await page.waitForTimeout(2_000)
        await route.continue()
      },
      { times: 1 }
    )
    await shopper.delivery("Pick up in Bergen").check()
    await shopper.delivery("Parcel to your mailbox").check()
    await bothSent
    await Promise.all(sent)
    await page.reload()

    const chosen = shopper.delivery("Parcel to your mailbox")
    await chosen.waitFor()
    expect(await chosen.isChecked()).toBe(true)
  })

  it("refuses a wrong personal number beside its field, before the store is asked", async () => {
    await shopper.goToCheckout()
    await shopper.writeDetails()
    await shopper.field.personalNumber.fill("178190 101")
    const sessions: string[] = []
    page.on("request", (request) => {
      if (request.url().includes("payment-sessions")) {
        sessions.push(request.url())
      }
    })
    await shopper.placeOrder.click()

    const { personalNumber } = shopper.field
    await page.getByText("A personal number has eleven digits.").waitFor()
    expect(await personalNumber.getAttribute("aria-invalid")).toBe("true")
    expect(await shopper.describes(personalNumber)).toContain("eleven digits")
    await focused(page, personalNumber).waitFor()
    expect(sessions).toEqual([])
    await keepPicture(page, "checkout-wrong-number")

    await personalNumber.fill("17819010189")
    await shopper.placeOrder.click()
    await page.getByText("contains a typing error").waitFor()
    expect(sessions).toEqual([])
  })

  it("puts the store's own refusals beside the fields they name", async () => {
    await page.route("**/store/e-invoice/checkout-settings", async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      body.checkout_settings.personal_number.check_digits = false
      await route.fulfill({ response: answer, json: body })
    })
    await shopper.goToCheckout()
    await shopper.writeDetails()
    await shopper.field.personalNumber.fill("17819010189")
    await shopper.placeOrder.click()

    const { personalNumber } = shopper.field
    await page.locator("#personalNumber-problem").waitFor()
    expect(await personalNumber.getAttribute("aria-invalid")).toBe("true")
    await keepPicture(page, "checkout-refused-by-the-store")
    expect(demo.sandbox.orders()).toEqual([])
  })

  it("keeps the cart when the invoice is declined, says so kindly, and succeeds at a second try", async () => {
    await shopper.goToCheckout()
    await shopper.writeDetails()
    await shopper.field.personalNumber.fill(magicPersonalNumbers.denied)
    await shopper.placeOrder.click()

    const alert = page.getByRole("alert")
    await alert.waitFor()
    await keepPicture(page, "checkout-declined")
    expect(await alert.textContent()).toMatch(/invoice/i)
    expect(await alert.textContent()).not.toMatch(/417|error|payload|exception|undefined/i)
    expect(demo.sandbox.orders()).toEqual([])
    await shopper.cartLink("1 item").waitFor()
    expect(await shopper.field.email.inputValue()).toBe("kari@example.com")

    await shopper.field.personalNumber.fill(syntheticPersonalNumber)
    await shopper.placeOrder.click()
    await shopper.confirmation().waitFor()
    expect(demo.sandbox.orders()).toHaveLength(1)
  })

  it("serves a shopper in Norwegian in the middle of the checkout, with the fee in the sum, and knows how they paid", async () => {
    await shopper.openShop()
    await page.getByRole("link", { name: "Harbour coffee" }).click()
    await page.getByRole("heading", { level: 1, name: "Harbour coffee" }).waitFor()
    await keepPicture(page, "product")
    await shopper.addToCart("Harbour coffee").click()
    await shopper.cartLink("1 item").click()
    await page.getByRole("link", { name: "Go to checkout" }).click()
    await shopper.writeDetails()
    await shopper.field.personalNumber.fill(magicPersonalNumbers.denied)
    await page.getByRole("button", { name: "Norsk" }).click()

    expect(await page.locator("html").getAttribute("lang")).toBe("nb")
    await page.getByText("Hvorfor spør dere om det?").click()
    await page.getByText(/^Fakturaselskapet trenger det/).waitFor()
    await page.getByText("197,65 kr").waitFor()
    await page.getByRole("button", { name: "Bestill" }).click()
    await page.getByText(/^Fakturatjenesten tilbyr ikke faktura/).waitFor()
    await keepPicture(page, "checkout-norwegian")
    await page.getByRole("radio", { name: "Betal i butikken" }).check()
    await page.getByRole("button", { name: "Bestill" }).click()
    await page.getByText("Du betaler 148,90 kr i butikken når du henter varene.").waitFor()
    await keepPicture(page, "confirmation-norwegian")
    expect(demo.sandbox.orders()).toEqual([])
    await page.getByRole("link", { name: "Salgsvilkår" }).click()
    await page.getByRole("heading", { level: 1, name: "Salgsvilkår" }).waitFor()
    await keepPicture(page, "terms-norwegian")
  })

  it("shows the order whose every answer was lost, and orders nothing more", async () => {
    await shopper.goToCheckout()
    await shopper.writeDetails()
    await shopper.field.personalNumber.fill(syntheticPersonalNumber)
    await page.route("**/store/carts/*/complete", async (route) => {
      await route.fetch()
      await route.abort()
      await page.route("**/store/carts/**", (later) => later.abort())
    })
    await shopper.placeOrder.click()
    await page.getByText("The store gave no answer.").waitFor()
    await keepPicture(page, "checkout-unanswered")

    await page.unrouteAll()
    await shopper.placeOrder.click()
    await shopper.confirmation().waitFor()
    expect(demo.sandbox.orders()).toHaveLength(1)
    await shopper.cartLink("0 items").waitFor()
  })

  it("shows the order when the page is loaded anew after a lost answer", async () => {
    await shopper.goToCheckout()
    await shopper.writeDetails()
    await shopper.field.personalNumber.fill(syntheticPersonalNumber)
    const completed = new Promise<void>((resolve) => {
      void page.route("**/store/carts/*/complete", async (route) => {
        await route.fetch()
        resolve()
      })
    })
    await shopper.placeOrder.click()
    await completed

    await page.unrouteAll()
    await page.reload()
    await shopper.confirmation().waitFor()
    expect(demo.sandbox.orders()).toHaveLength(1)
    await shopper.cartLink("0 items").waitFor()
  })

  it("keeps nothing of the shopper in the browser but the cart's id", async () => {
    await shopper.goToCheckout()
    await shopper.writeDetails()
    await shopper.field.personalNumber.fill(magicPersonalNumbers.denied)
    await shopper.placeOrder.click()
    await page.getByRole("alert").waitFor()

    expect(
      await page.evaluate<string[]>(
        "[...Object.keys(localStorage), ...Object.keys(sessionStorage)]"
      )
    ).toEqual(["cart_id"])
  })

  it.each([320, 390])("never scrolls sideways on a phone %i pixels wide", async (width) => {
    await page.setViewportSize({ width, height: 740 })
    const overflow = () =>
      page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
      )
    await shopper.openShop()
    await keepPicture(page, `phone-${width}-shop`)
    expect(await overflow()).toBe(0)

    await shopper.addToCart("Wool blanket").click()
    await shopper.cartLink("1 item").click()
    await page.getByRole("heading", { name: "Your cart" }).waitFor()
    await keepPicture(page, `phone-${width}-cart`)
    expect(await overflow()).toBe(0)

    await page.getByRole("link", { name: "Go to checkout" }).click()
    await shopper.delivery("Pick up in Bergen").waitFor()
    await shopper.placeOrder.click()
    await page.getByText("Enter your first name.").waitFor()
    await keepPicture(page, `phone-${width}-checkout`)
    expect(await overflow()).toBe(0)

    await shopper.writeDetails()
    await shopper.field.personalNumber.fill(syntheticPersonalNumber)
    await shopper.placeOrder.click()
    await shopper.confirmation().waitFor()
    await keepPicture(page, `phone-${width}-confirmation`)
    expect(await overflow()).toBe(0)
  })
})
