import { isWebAddress } from "../web-address"

describe("isWebAddress", () => {
  it.each([
    "https://service.example/check/1?x=a%20b",
    "http://127.0.0.1:9100/pay",
    "HTTPS://SERVICE.EXAMPLE",
  ])("may link to %s", (address) => {
    expect(isWebAddress(address)).toBe(true)
  })

  it.each([
    "javascript:alert(document.domain)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "/pay/1",
    "service.example/pay",
    "https://",
    "",
  ])("may not link to %j", (address) => {
    expect(isWebAddress(address)).toBe(false)
  })
})
