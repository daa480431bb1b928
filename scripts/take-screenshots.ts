import { mkdirSync } from "node:fs"
import path from "node:path"

import type { Browser, Page } from "playwright-core"

import { fillWithLife } from "../demo/life"
import { syntheticPersonalNumber } from "../demo/personal-numbers"
import { printedProgress } from "../demo/progress"
import { startDemo, type RunningDemo } from "../demo/start-demo"
import { Merchant } from "../integration-tests/browser/admin/merchant"
import { launchChromium } from "../integration-tests/browser/chromium/launch"
import { Shopper } from "../integration-tests/browser/support/shopper"

const ROOT = path.join(__dirname, "..")
const IMAGES = path.join(ROOT, "docs/images")

/** Wide enough for two columns, small enough for a page of text. */
const WINDOW = { width: 1280, height: 800 }

/** These pictures are not urgent: a busy machine may take its time. */
const PATIENCE_MS = 90_000

/** How long a page or a drawer takes to stand still. */
const STILL_MS = 800

type Scene = {
  /** File name without its ending. */
  name: string
  /** Below Medusa Admin's address. */
  path: string
  /** Text that is there once the page has what it shows. */
  shows: string
  /** Of the window, where the page is short. */
  height?: number
  /** What is done before the picture is taken. */
  act?(page: Page): Promise<void>
}

const firstRow = (page: Page) => page.locator("tbody tr a").first()

const press = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click()

/** Pages that show the same whatever was bought. */
const scenes: readonly Scene[] = [
  { name: "overview", path: "/e-invoice", shows: "Not paid yet, by age" },
  {
    name: "invoice-orders",
    path: "/e-invoice/orders",
    shows: "In debt collection",
  },
  {
    name: "reconciliation",
    path: "/e-invoice/reconciliation",
    shows: "Reconciliation",
    act: async (page) => {
      await press("This month")(page)
      await page.getByText("By day").waitFor()
    },
  },
  {
    name: "order-in-doubt",
    path: "/e-invoice/orders?state=in_doubt",
    shows: "In doubt",
    act: async (page) => {
      await firstRow(page).click()
      await press("Refresh")(page)
      await page.getByText("Status checked").waitFor()
      await page.getByText("Status checked").waitFor({ state: "detached" })
      await press("Settle")(page)
      await page.getByRole("dialog").waitFor()
    },
  },
  {
    name: "operation-in-doubt",
    path: "/e-invoice/operations",
    shows: "results",
    height: 720,
    act: async (page) => {
      await firstRow(page).click()
      await page.getByText("Ongoing").waitFor()
    },
  },
  {
    name: "reservations",
    path: "/e-invoice/reservations",
    shows: "results",
    height: 430,
  },
  {
    name: "reservation",
    path: "/e-invoice/reservations",
    shows: "results",
    act: async (page) => {
      await firstRow(page).click()
      await page.waitForURL("**/reservations/*")
    },
  },
  {
    name: "subscriptions",
    path: "/e-invoice/subscriptions",
    shows: "results",
    height: 480,
  },
  {
    name: "failed-payments",
    path: "/e-invoice/failed-payments",
    shows: "results",
    height: 350,
  },
  {
    name: "credit-checks",
    path: "/e-invoice/credit-checks",
    shows: "results",
    height: 480,
  },
  { name: "callbacks", path: "/e-invoice/callbacks", shows: "results" },
  {
    name: "callback",
    path: "/e-invoice/callbacks",
    shows: "results",
    act: async (page) => {
      await firstRow(page).click()
      await page.getByRole("heading", { name: "Content" }).waitFor()
    },
  },
  {
    name: "settings",
    path: "/settings/e-invoice",
    shows: "Options in force",
    act: async (page) => {
      await press("Test the connection")(page)
      await page.getByText("accepts the token", { exact: false }).last().waitFor()
      await press("Test the address")(page)
      await page.getByText("The address leads to this store").waitFor()
    },
  },
]

async function take(merchant: Merchant, scene: Scene): Promise<void> {
  const { page } = merchant
  await page.setViewportSize({
    ...WINDOW,
    height: scene.height ?? WINDOW.height,
  })
  await merchant.visit(scene.path)
  await page.getByText(scene.shows).first().waitFor()
  await page.waitForLoadState("networkidle")
  await scene.act?.(page)
  await keep(page, scene.name)
}

async function keep(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle")
  await page.waitForTimeout(STILL_MS)
  await page.screenshot({
    path: path.join(IMAGES, `${name}.png`),
    animations: "disabled",
  })
}

/** The order page, with an order that was paid. */
async function takeOrderPage(demo: RunningDemo, merchant: Merchant): Promise<void> {
  await merchant.page.setViewportSize(WINDOW)
  const order = await merchant.receiveOrder()
  demo.sandbox.pay(order.invoice.uuid)
  await demo.sandbox.callbacks.settled()
  await merchant.openOrder(order)
  await merchant.seeStatus("Paid")
  await merchant.eInvoice.scrollIntoViewIfNeeded()
  await keep(merchant.page, "order-page")
  await merchant.openDrawer("Timeline")
  await keep(merchant.page, "timeline")
}

/** The checkout, as a shopper sees it who pays by invoice. */
async function takeCheckout(demo: RunningDemo, browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 1500 } })
  page.setDefaultTimeout(PATIENCE_MS)
  const shopper = new Shopper(page, demo.storefrontUrl)
  await shopper.goToCheckout()
  await shopper.writeDetails()
  await shopper.field.personalNumber.fill(syntheticPersonalNumber)
  await page.getByRole("definition").filter({ hasText: "49,00" }).waitFor()
  await keep(page, "checkout")
  await page.close()
}

/** Makes the pictures of docs/images, from a demo with life in it. */
async function main(): Promise<void> {
  const progress = printedProgress((text) => process.stdout.write(text))
  mkdirSync(IMAGES, { recursive: true })
  const demo = await startDemo({
    folder: path.join(ROOT, ".demo/screenshots"),
    ports: { store: 0, admin: 0, storefront: 0, sandbox: 0 },
    progress,
  })
  const browser = await launchChromium()
  try {
    await fillWithLife(demo, progress)
    progress.step("Taking the checkout")
    await takeCheckout(demo, browser)
    progress.step("Signing in to Medusa Admin, which builds itself first")
    const merchant = await Merchant.signIn(demo, browser)
    merchant.page.setDefaultTimeout(PATIENCE_MS)
    for (const scene of scenes) {
      progress.step(`Taking ${scene.name}`)
      await take(merchant, scene)
    }
    progress.step("Taking the order page")
    await takeOrderPage(demo, merchant)
  } finally {
    await browser.close()
    await demo.stop()
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
)
