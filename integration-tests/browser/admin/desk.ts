import path from "node:path"

import type { Browser } from "playwright-core"

import { startDemo, type RunningDemo } from "../../../demo/start-demo"
import { launchChromium } from "../chromium/launch"
import { Merchant } from "./merchant"

/** Another folder lets two runs of this suite share a machine. */
const FOLDER = process.env.E_INVOICE_BROWSER_FOLDER ?? "browser-admin"

const DEMO_FOLDER = path.join(__dirname, "../../../.demo", FOLDER)

/** What every flow works with: one store, one sandbox, one person signed in to Admin. Read it inside a test only. */
export type Desk = {
  readonly demo: RunningDemo
  readonly merchant: Merchant
}

/**
 * Starts the store once for all flows of the describe it is called in, signs the merchant in, and after each test puts
 * back what a test may have changed for all: the sandbox's faults and callbacks, the theme and the window.
 */
export function openDesk(): Desk {
  let demo: RunningDemo | undefined
  let browser: Browser | undefined
  let merchant: Merchant | undefined

  beforeAll(async () => {
    ;[demo, browser] = await Promise.all([
      startDemo({
        folder: DEMO_FOLDER,
        builtAdmin: true,
        ports: { store: 0, admin: 0, storefront: 0, sandbox: 0 },
      }),
      launchChromium(),
    ])
    merchant = await Merchant.signIn(demo, browser)
  }, 300_000)

  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
  }, 60_000)

  afterEach(async () => {
    demo?.sandbox.callbacks.setChaos({})
    demo?.sandbox.faults.clear()
    await merchant?.standsAsAtFirst()
  })

  const opened = <Part>(part: Part | undefined): Part => {
    if (part === undefined) {
      throw new Error("The desk is opened before the first test")
    }
    return part
  }

  return {
    get demo() {
      return opened(demo)
    },
    get merchant() {
      return opened(merchant)
    },
  }
}
