import { describeOptions } from "../describe-options"
import { EInvoiceOptionsError, type EInvoiceOptionsInput, parseEInvoiceOptions } from "../options"

const key = Buffer.alloc(32, 7).toString("base64")

const least: EInvoiceOptionsInput = {
  baseUrl: "https://api.example.com",
  token: "t0ken",
  callbackBaseUrl: "https://shop.example.com",
  encryptionKey: key,
}

function problemsOf(input: unknown): readonly string[] {
  try {
    parseEInvoiceOptions(input)
  } catch (error) {
    if (error instanceof EInvoiceOptionsError) {
      return error.problems
    }
    throw error
  }
  return []
}

describe("options", () => {
  it("fills in every default", () => {
    expect(parseEInvoiceOptions(least)).toEqual({
      ...least,
      previousCallbackSecrets: [],
      previousEncryptionKeys: [],
      currencies: ["nok"],
      capturedStatuses: ["PAID"],
      amounts: "tax-inclusive",
      totalDiscount: "without-tax",
      giftCards: "single-purpose",
      personalNumber: { checkDigits: true, acceptSynthetic: false },
      preferredLanguage: "no",
      invoiceFee: { applicable: true },
      separateInvoices: true,
      reference: "display-id",
      invoiceOn: "checkout",
      holdDays: 30,
      shopperDataLifetime: 1800,
      checkoutBudget: 12_000,
      requestBudget: 20_000,
      inDoubtQuietPeriod: 120,
      operations: {},
    })
  })

  it("names all that is missing at once", () => {
    expect(problemsOf({})).toEqual([
      "baseUrl: is missing; give an address such as https://api.example.com",
      "token: is missing; the service's operator issues it",
      "callbackBaseUrl: is missing; give an address such as https://api.example.com",
      "encryptionKey: is missing; make one with: openssl rand -base64 32",
    ])
    expect(problemsOf(undefined)).toHaveLength(4)
  })

  it.each<[string, unknown, string]>([
    ["baseUrl", "example.com", "must be an absolute address"],
    ["baseUrl", "http://api.example.com", "must be https"],
    ["baseUrl", "ftp://localhost", "must be https"],
    ["baseUrl", "https://me:secret@example.com", "must not carry"],
    ["baseUrl", "https://example.com?a=1", "must not carry a query"],
    ["baseUrl", "https://example.com/api/v1/connect/", "must end before /api/v1/connect"],
    ["callbackBaseUrl", "http://10.0.0.1:9000", "must be https"],
    ["token", "", "must not be empty"],
    ["token", "two words", "must be one word"],
    ["callbackSecret", "", "must not be empty"],
    ["encryptionKey", "short", "must be 32 random bytes"],
    ["encryptionKey", "x".repeat(45), "must be 32 random bytes"],
    ["previousEncryptionKeys", key, "must be a list of keys"],
    ["previousEncryptionKeys", ["short"], "must be 32 random bytes"],
    ["currencies", [], "must name at least one currency"],
    ["currencies", ["kroner"], "must be a three-letter currency code"],
    ["capturedStatuses", ["SENT"], "must be PAID or INVOICED"],
    ["capturedStatuses", [], "must name at least one status"],
    ["amounts", "net", "must be tax-inclusive or tax-exclusive"],
    ["totalDiscount", "net", "must be without-tax or sum-of-lines"],
    ["giftCards", "store-credit", "must be single-purpose or multi-purpose"],
    ["preferredLanguage", "fi", "must be one of"],
    ["invoiceInterval", 3, "must be 0, 1 or 2"],
    ["invoiceMaturity", 14, "must be 10"],
    ["separateInvoices", "yes", "must be true or false"],
    ["reference", "cart-id", "must be display-id, order-id or none"],
    ["invoiceOn", "shipment", "must be checkout or fulfilment"],
    ["holdDays", 0, "must be at least 1 days"],
    ["holdDays", 61, "must be at most 60 days"],
    ["shopperDataLifetime", 59, "must be at least 60 seconds"],
    ["shopperDataLifetime", 86_401, "must be at most 86400 seconds"],
    ["checkoutBudget", 20_001, "must be at most 20000 milliseconds"],
    ["checkoutBudget", 1.5, "must be a whole number of milliseconds"],
    ["requestBudget", 10, "must be at least 1000 milliseconds"],
    ["inDoubtQuietPeriod", 0, "must be at least 30 seconds"],
    ["inDoubtQuietPeriod", 29, "must be at least 30 seconds"],
    ["operations", { "orders.cancel": { enabled: "no" } }, "enabled: must be true or false"],
    ["operations", { "orders.cancel": { method: "FETCH" } }, "method: must be GET"],
    ["operations", { "orders.cancel": { path: 1 } }, "path: must be text"],
  ])("refuses %s: %j", (name, value, reason) => {
    const problems = problemsOf({ ...least, [name]: value })

    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(name)
    expect(problems[0]).toContain(reason)
  })

  it.each<[string, object]>([
    ["personalNumber.checkDigits", { personalNumber: { checkDigits: "no" } }],
    ["personalNumber.strict", { personalNumber: { strict: true } }],
    ["invoiceFee.amount", { invoiceFee: { amount: -1 } }],
    ["invoiceFee.vat", { invoiceFee: { vat: 25 } }],
    ["operations.orders.fly", { operations: { "orders.fly": {} } }],
    ["operations.orders.cancel.path", { operations: { "orders.cancel": { path: "cancel" } } }],
    [
      "operations.orders.cancel.path",
      { operations: { "orders.cancel": { path: "/orders/cancel" } } },
    ],
    [
      "operations.orders.create-e-invoice.path",
      {
        operations: {
          "orders.create-e-invoice": { path: "/orders/{order_uuid}" },
        },
      },
    ],
    ["currencies.0", { currencies: ["jpy"] }],
    ["currencies.1", { currencies: ["nok", "KWD"] }],
    ["operations.orders.cancel.method", { operations: { "orders.cancel": { method: "FETCH" } } }],
    ["unknownOption", { unknownOption: 1 }],
  ])("names %s when it is wrong", (name, options) => {
    const problems = problemsOf({ ...least, ...options })

    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name.replaceAll(".", "\\.")}: `))
  })

  it("takes http for a loopback address only", () => {
    for (const baseUrl of ["http://localhost:9100", "http://127.0.0.1:9100", "http://[::1]:9100"]) {
      expect(problemsOf({ ...least, baseUrl })).toEqual([])
    }
  })

  it("drops a trailing slash and writes currencies in lower case", () => {
    const options = parseEInvoiceOptions({
      ...least,
      baseUrl: "https://example.com/proxy//",
      currencies: ["NOK"],
    })

    expect(options.baseUrl).toBe("https://example.com/proxy")
    expect(options.currencies).toEqual(["nok"])
  })

  it("never repeats a value, least of all a secret", () => {
    const secret = "s3cret value"
    const wrong = {
      baseUrl: secret,
      token: secret,
      callbackBaseUrl: `https://user:${secret}@example.com`,
      callbackSecret: [secret],
      encryptionKey: secret,
      previousEncryptionKeys: [secret],
      currencies: [secret],
      preferredLanguage: secret,
      operations: { "orders.cancel": { path: secret, method: secret } },
    }

    const problems = problemsOf(wrong)

    expect(problems.length).toBeGreaterThan(8)
    expect(problems.join()).not.toContain("s3cret")
    expect(new EInvoiceOptionsError(problems).message).not.toContain("s3cret")
  })
})

describe("describeOptions", () => {
  const rows = describeOptions()

  it("describes every option in a sentence", () => {
    expect(rows.map(({ name }) => name)).toEqual([
      "baseUrl",
      "token",
      "callbackBaseUrl",
      "callbackSecret",
      "previousCallbackSecrets",
      "encryptionKey",
      "previousEncryptionKeys",
      "currencies",
      "capturedStatuses",
      "amounts",
      "totalDiscount",
      "giftCards",
      "personalNumber.checkDigits",
      "personalNumber.acceptSynthetic",
      "preferredLanguage",
      "invoiceInterval",
      "invoiceMaturity",
      "invoiceFee.applicable",
      "invoiceFee.amount",
      "separateInvoices",
      "reference",
      "invoiceOn",
      "holdDays",
      "shopperDataLifetime",
      "checkoutBudget",
      "requestBudget",
      "inDoubtQuietPeriod",
      "operations",
    ])
    for (const { name, description, type } of rows) {
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)])
      expect([name, type]).not.toEqual([name, "any"])
    }
  })

  it("says which are secret and which must be given", () => {
    expect(rows.filter((row) => row.secret).map(({ name }) => name)).toEqual([
      "token",
      "callbackSecret",
      "previousCallbackSecrets",
      "encryptionKey",
      "previousEncryptionKeys",
    ])
    expect(rows.filter((row) => row.required).map(({ name }) => name)).toEqual([
      "baseUrl",
      "token",
      "callbackBaseUrl",
      "encryptionKey",
    ])
  })

  it("gives type, default and unit", () => {
    expect(rows.find(({ name }) => name === "checkoutBudget")).toMatchObject({
      type: "whole number from 1000 to 20000",
      default: "12000",
      unit: "milliseconds",
    })
    expect(rows.find(({ name }) => name === "reference")).toMatchObject({
      type: 'one of "display-id", "order-id", "none"',
      default: '"display-id"',
    })
    expect(rows.find(({ name }) => name === "capturedStatuses")?.type).toBe(
      'list of one of "PAID", "INVOICED"'
    )
    expect(rows.find(({ name }) => name === "operations")?.type).toBe(
      'by name: { enabled?: true or false; method?: one of "GET", "POST", "PUT", "PATCH", "DELETE"; path?: text; body?: by name: any }'
    )
  })
})
