import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

import type { Browser } from "playwright-core"

import { launchChromium } from "./chromium/launch"

const page = `<!doctype html>
<title>Invoice</title>
<button>Pay</button> <output>unpaid</output>
<script>
  document.querySelector("button").addEventListener("click", async () => {
    const answer = await fetch("/pay", { method: "POST" })
    document.querySelector("output").textContent = await answer.text()
  })
</script>`

describe("the browser of the tests", () => {
  let browser: Browser
  let server: Server

  beforeAll(async () => {
    server = createServer((request, response) =>
      request.method === "POST"
        ? response.end("paid")
        : response.setHeader("content-type", "text/html").end(page)
    )
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()))
    browser = await launchChromium()
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await new Promise((closed) => server.close(closed))
  })

  it("opens a page on the loopback, clicks and sees what its script did", async () => {
    const { port } = server.address() as AddressInfo
    const tab = await browser.newPage()
    await tab.goto(`http://127.0.0.1:${port}/`)

    expect(await tab.title()).toBe("Invoice")
    expect(await tab.locator("output").textContent()).toBe("unpaid")

    await tab.getByRole("button", { name: "Pay" }).click()
    await tab.getByText("paid", { exact: true }).waitFor()
  })

  it("draws text", async () => {
    const tab = await browser.newPage()
    await tab.setContent("<span>Faktura på 435,88 kr</span>")
    const box = await tab.locator("span").boundingBox()
    const picture = await tab.screenshot()

    expect(box?.width).toBeGreaterThan(50)
    await tab.setContent("")
    expect(picture.equals(await tab.screenshot())).toBe(false)
  })
})
