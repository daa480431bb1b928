import { CHECKOUT_REFUSALS, isCheckoutRefusalCode } from "../checkout-refusals"

describe("the code of a declined checkout", () => {
  it.each(Object.keys(CHECKOUT_REFUSALS))("is %s", (code) => {
    expect(isCheckoutRefusalCode(code)).toBe(true)
  })

  it.each(["declined", "", "constructor", undefined, null, 1, ["e_invoice_in_doubt"]])(
    "is not %p",
    (value) => {
      expect(isCheckoutRefusalCode(value)).toBe(false)
    }
  )
})
