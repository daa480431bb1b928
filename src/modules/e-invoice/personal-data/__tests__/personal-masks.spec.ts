import { maskPersonalNumbers, withoutPeople } from "../personal-masks"

const MASK = "***********"
const NUMBER = "17819010188"

describe("a personal number", () => {
  it.each([
    ["by the name of its field", { personalNumber: "masked-1" }, MASK],
    ["by the name a credit check gives it", { personalId: "1781901" }, MASK],
    ["in a text", { text: `born ${NUMBER}.` }, `born ${MASK}.`],
    ["written in groups", { text: "178190 10188" }, MASK],
    ["with the word for it before", { text: "FNR17819010188" }, `FNR${MASK}`],
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

  it("holds no number in a note, however it is written", () => {
    expect(withoutPeople({ note: "17/81/90/101/88", reference: "178190–10188" })).toEqual({
      note: MASK,
      reference: "[redacted]–[redacted]",
    })
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
