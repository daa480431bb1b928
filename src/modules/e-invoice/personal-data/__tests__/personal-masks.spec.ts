import { maskPersonalNumbers, maskPersonalNumbersIn, withoutPeople } from "../personal-masks"

const MASK = "***********"
const NUMBER = "17819010188"

describe("a personal number", () => {
  it.each([
    ["by the name of its field", { personalNumber: "masked-1" }, MASK],
    ["by the name a credit check gives it", { personalId: "1781901" }, MASK],
    ["in a text", { text: `born ${NUMBER}.` }, `born ${MASK}.`],
    ["written in groups", { text: "178190 10188" }, MASK],
    ["as a JSON number", { value: 17819010188 }, MASK],
    ["in words beside a phone", { phone: `not ${NUMBER}` }, `not ${MASK}`],
  ])("is masked %s", (_how, given, shown) => {
    expect(Object.values(maskPersonalNumbers(given) as object)).toEqual([shown])
  })

  it("is masked however deep it lies", () => {
    expect(maskPersonalNumbers({ list: [{ customer: { personalNumber: NUMBER } }] })).toEqual({
      list: [{ customer: { personalNumber: MASK } }],
    })
  })

  it.each([
    { uuid: "ODR12345678901" },
    { at: "1795219200" },
    { at: 1795219200000 },
    { paymentUrl: "https://pay.example/12345678901" },
    { personalNumber: null },
    { phone: { countryCode: "+49", msisdn: "15112345678" } },
    { invoiceNumber: 12345678901 },
  ])("is not seen in %j", (value) => {
    expect(maskPersonalNumbers(value)).toEqual(value)
  })
})

describe("what may be stored of a request", () => {
  it("keeps which capture or charge a refund refers to, and no other reference's digits", () => {
    expect(withoutPeople({ reference: "CAP1234567890" })).toEqual({
      reference: "CAP1234567890",
    })
    expect(withoutPeople({ reference: NUMBER })).not.toEqual({
      reference: NUMBER,
    })
  })

  it("says nothing of who the customer is, nor where callbacks go", () => {
    const stored = withoutPeople({
      params: { customer_uuid: "CSRT1234567890" },
      body: {
        name: "Kari Nordmann",
        email: "kari@example.com",
        msisdn: "40000000",
        personalNumber: NUMBER,
        customerDetails: { name: "Kari", address: { street: "Storgata 1" } },
        addresses: { billing: { street: "Storgata 1" } },
        callback: {
          callbackUrl: "https://shop.example/hooks/e-invoice/secret",
          success: "https://shop.example/paid",
        },
      },
    })
    const text = JSON.stringify(stored)
    for (const secret of ["Kari", "kari@", "40000000", NUMBER, "Storg", "/secret"]) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain("CSRT1234567890")
    expect(text).toContain("https://shop.example/paid")
  })

  it("keeps lines and totals, and masks what a note says of a customer", () => {
    expect(
      withoutPeople({
        products: [{ name: "Coffee", rate: 99.9, amount: "99.90" }],
        orderSummary: { grandTotal: "99.90" },
        note: "Ask kari@example.com",
      })
    ).toEqual({
      products: [{ name: "Coffee", rate: 99.9, amount: "99.90" }],
      orderSummary: { grandTotal: "99.90" },
      note: "Ask [redacted]",
    })
  })
})

describe("maskPersonalNumbersIn", () => {
  it.each([
    NUMBER,
    "178190 10188",
    "178190-10188",
    "178190\u00a010188",
    "178190 101 88",
    "17.81.90 10188",
    "17 81 90 101 88",
    "\uff11\uff17\uff18\uff11\uff19\uff10\uff11\uff10\uff11\uff18\uff18",
  ])("masks %s, also where letters touch it", (written) => {
    expect(maskPersonalNumbersIn(`by ${written}, fnr${written}y.`)).toBe(
      "by ***********, fnr***********y."
    )
  })

  it.each([
    "ODR17819010188",
    "1795235558",
    "1795219200000",
    "0cc175b9c0f1b6a831c399e2697726617819010188a1",
    "8f14e45f-ceea-467f-a83c-17819010188a",
    "order_01JQ8Z5T3N17819010188ABCDE",
    "1 000.00 of 2 000.00",
    "2026-11-23T10:15:00.000Z",
  ])("leaves %s", (text) => {
    expect(maskPersonalNumbersIn(`at ${text}`)).toBe(`at ${text}`)
  })
})
