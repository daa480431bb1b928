import { mkdirSync } from "node:fs"
import path from "node:path"

import type { Browser, Locator, Page } from "playwright-core"

import { awaitCapture } from "../../../demo/order/await-capture"
import { usual } from "../../../demo/order/demo-order"
import type { RunningDemo } from "../../../demo/start-demo"
import type { OrderView } from "../../../src/sandbox"
import { PATIENCE_MS } from "../chromium/launch"
import { standing } from "./standing"
import { Till } from "./till"

const PICTURES = path.join(__dirname, "../../../test-output/browser")

/** Medusa builds a page of Admin when it is first opened. */
const FIRST_PAGE_MS = 120_000

/** How long a drawer or a toast takes to arrive. */
const ANIMATION_MS = 500

const WINDOW = { width: 1440, height: 1000 }

/** An order as both sides know it. */
export type PlacedOrder = {
  /** Medusa's id. */
  id: string
  displayId: number
  /** Major units. */
  total: number
  /** What the service holds of it, as it was when the order was placed. */
  invoice: OrderView
}

/** An order of which the service knows nothing; its total in major units. */
export type UnbilledOrder = Pick<PlacedOrder, "id" | "total">

/** A merchant at Medusa Admin, in a browser. */
export class Merchant {
  readonly till: Till

  private constructor(
    private readonly demo: RunningDemo,
    readonly page: Page
  ) {
    this.till = new Till(demo)
  }

  /** Opens Admin and signs in. */
  static async signIn(demo: RunningDemo, browser: Browser): Promise<Merchant> {
    const context = await browser.newContext({
      viewport: WINDOW,
      locale: "en-GB",
    })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const { email, password } = demo.store.admin
    await page.goto(`${demo.adminUrl}/login`, { timeout: FIRST_PAGE_MS })
    await page.getByPlaceholder("Email").fill(email, { timeout: FIRST_PAGE_MS })
    await page.getByPlaceholder("Password").fill(password)
    await page.getByRole("button", { name: "Continue with Email" }).click()
    await page.waitForURL("**/orders")
    return new Merchant(demo, page)
  }

  /** A shopper's order, placed over the Store API. */
  async receiveOrder(): Promise<PlacedOrder> {
    const known = new Set(this.demo.sandbox.orders().map(({ uuid }) => uuid))
    const { id, display_id, total } = await this.till.sell(usual)
    const invoice = this.demo.sandbox.orders().find(({ uuid }) => !known.has(uuid))
    if (!invoice || display_id === undefined) {
      throw new Error(`Order ${id} has no e-invoice order at the service`)
    }
    return { id, displayId: display_id, total, invoice }
  }

  /** A shopper's order without a bill: its money is to be collected in some other way. */
  async receiveUnbilledOrder(): Promise<UnbilledOrder> {
    const { id, total } = await this.till.sell({ ...usual, providerId: "pp_system_default" })
    return { id, total }
  }

  /** Has the customer pay, and waits until the store has heard of it: a page shows what was when it was opened. */
  async receivePayment({ id }: { id: string }, uuid: string): Promise<void> {
    this.demo.sandbox.pay(uuid)
    await awaitCapture(
      {
        storeUrl: this.demo.storeUrl,
        signIn: this.demo.store.admin,
        logFile: this.demo.folder.log("store"),
      },
      id
    )
  }

  addressOf({ id }: Pick<PlacedOrder, "id">): string {
    return `${this.demo.adminUrl}/orders/${id}`
  }

  /** Opens an order's page and waits until its e-invoice is shown. */
  async openOrder(order: PlacedOrder): Promise<void> {
    await this.page.goto(this.addressOf(order))
    await this.eInvoice.waitFor()
  }

  /** The widget on the order's page. */
  get eInvoice(): Locator {
    return this.page.getByRole("region", { name: "E-invoice", exact: true })
  }

  /** The part of the widget that says what is outstanding. */
  get outstanding(): Locator {
    return this.page.getByRole("region", { name: "Outstanding", exact: true })
  }

  /** Opens an order's page and the form that bills what is outstanding. */
  async openBill(order: UnbilledOrder): Promise<Locator> {
    await this.page.goto(this.addressOf(order))
    const { outstanding } = this
    await outstanding.getByRole("button", { name: "Bill the outstanding amount" }).click()
    const drawer = this.page.getByRole("dialog", {
      name: "Bill the outstanding amount",
    })
    await standing(drawer)
    return drawer
  }

  /** Picks an option of a select. */
  async choose(drawer: Locator, label: string, option: string): Promise<void> {
    await drawer.getByRole("combobox", { name: label }).click()
    await this.page.getByRole("option", { name: option, exact: true }).click()
  }

  /** Waits until the widget says this of the e-invoice's status, beside its heading. */
  async seeStatus(status: string): Promise<void> {
    await this.eInvoice.locator("h2 + *").getByText(status, { exact: true }).waitFor()
  }

  /** What the widget says beside a label. */
  fact(label: string): Locator {
    const term = this.page.getByRole("term").filter({ hasText: new RegExp(`^${label}$`) })
    return this.eInvoice.locator("dl > div", { has: term }).getByRole("definition")
  }

  /** An amount of the widget, in major units. */
  async amount(label: string): Promise<number> {
    return amountIn(this.fact(label))
  }

  /** Waits until the widget says an amount beside a label. */
  async seeAmount(label: string, amount: number): Promise<void> {
    await this.fact(label)
      .filter({ hasText: amountAlone(amount) })
      .waitFor()
  }

  async refresh(): Promise<void> {
    await this.eInvoice.getByRole("button", { name: "Refresh" }).click()
  }

  /** Presses Medusa's own button, and confirms. */
  async capturePayment(): Promise<void> {
    await this.page.getByRole("button", { name: "Capture payment" }).click()
    await this.page.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click()
  }

  /**
   * Refunds through Medusa's own form.
   *
   * @param amount major units, such as `100.50`
   */
  async refundPayment(amount: string): Promise<void> {
    await this.medusaPayments.getByRole("button").filter({ hasNotText: /./ }).first().click()
    await this.page.getByRole("menuitem", { name: "Refund" }).click()
    const form = this.page.getByRole("dialog")
    await form.getByLabel("Amount").fill(amount)
    await form.getByRole("button", { name: "Save" }).click()
    await form.waitFor({ state: "detached" })
  }

  /** Waits until Medusa's own section says something of the payment. */
  async seePayment(status: string): Promise<void> {
    await this.medusaPayments.getByText(status, { exact: true }).first().waitFor()
  }

  private get medusaPayments(): Locator {
    return this.page.locator(".shadow-elevation-card-rest", {
      has: this.page.getByRole("heading", { name: "Payments", exact: true }),
    })
  }

  /** Opens one of the widget's drawers; its title is given where the button says something else. */
  async openDrawer(name: string, title = name): Promise<Locator> {
    await this.eInvoice.getByRole("button", { name, exact: true }).click()
    const drawer = this.page.getByRole("dialog", { name: title })
    await standing(drawer)
    return drawer
  }

  /** Sends the form of a drawer. */
  async submit(drawer: Locator, button: string): Promise<void> {
    await drawer.getByRole("button", { name: button, exact: true }).click()
  }

  /** Expects a button of the widget to be disabled, and to say why to a screen reader. */
  async seeUnavailable(button: string, reason: string): Promise<void> {
    const disabled = this.eInvoice.getByRole("button", {
      name: button,
      exact: true,
      disabled: true,
    })
    await disabled.waitFor()
    const described = await disabled.getAttribute("aria-describedby")
    const text = await this.page.locator(`[id="${described}"]`).textContent()
    if (text !== reason) {
      throw new Error(`"${button}" is disabled because: ${text}`)
    }
  }

  /** Presses a button of the question that an action asks first. */
  async confirm(button: string): Promise<void> {
    const question = this.page.getByRole("alertdialog")
    const asked = await question.elementHandle()
    await question.getByRole("button", { name: button, exact: true }).click()
    // Another question may stand in its place at once.
    await asked?.waitForElementState("hidden")
  }

  /** Presses a button of that question twice, as an impatient person does. */
  async confirmTwice(button: string): Promise<void> {
    await this.page
      .getByRole("alertdialog")
      .getByRole("button", { name: button, exact: true })
      .dblclick()
  }

  /** Waits for the toast that says how an action went. */
  async hear(message: string | RegExp): Promise<void> {
    await this.page.getByText(message).first().waitFor()
  }

  /** Goes to a page of Admin by its path, such as `/e-invoice/orders`. */
  async visit(path: string): Promise<void> {
    await this.page.goto(`${this.demo.adminUrl}${path}`)
  }

  /** Uses the dark theme from the next page on. */
  async preferDark(): Promise<void> {
    await this.page.evaluate(`localStorage.setItem("medusa_admin_theme", "dark")`)
  }

  /** Picks a language of Admin, from the next page on. */
  async readIn(language: "de" | "en" | "sv"): Promise<void> {
    await this.page.evaluate(`document.cookie = "lng=${language};path=/"`)
  }

  /** Puts the theme, the language and the window back. */
  async standsAsAtFirst(): Promise<void> {
    await this.page.evaluate(`localStorage.removeItem("medusa_admin_theme")`)
    await this.readIn("en")
    await this.page.setViewportSize(WINDOW)
  }

  /** Keeps a picture of the page as it is, for people to look at. */
  async picture(name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true })
    await this.page.waitForTimeout(ANIMATION_MS)
    await this.page.screenshot({ path: path.join(PICTURES, `${name}.png`) })
  }
}

/** An amount in major units as a British browser writes it, and not as the end of a larger one. */
export const amountAlone = (amount: number): RegExp => {
  const written = amount.toLocaleString("en-GB", { minimumFractionDigits: 2 })
  return new RegExp(`(?<![\\d,.])${written.replaceAll(".", "\\.")}(?!\\d)`)
}

/** The amount that stands in a place, in major units, as a British browser writes it. */
export async function amountIn(place: Locator): Promise<number> {
  const text = await place.innerText()
  const [amount] = /-?[\d,]+\.\d{2}/.exec(text) ?? []
  if (!amount) {
    throw new Error(`There is no amount in "${text}"`)
  }
  return Number(amount.replaceAll(",", ""))
}
