import {
  isWebAddress,
  optionalOrganizationNumber,
  optionalText,
  readAmount,
  readServiceDay,
  requiredAmount,
  requiredDate,
  requiredOrganizationNumber,
  requiredServiceId,
  requiredText,
  requiredWebAddress,
  requiredWholeNumber,
  typedAmount,
  writeDay,
} from "../form-values"

const messageOf = (schema: { safeParse: (value: unknown) => unknown }, value: unknown) =>
  (
    schema.safeParse(value) as {
      error?: { issues: { message: string }[] }
    }
  ).error?.issues[0]?.message

describe("an amount as typed", () => {
  it.each([
    ["1249,50", 1249.5],
    ["1249.5", 1249.5],
    ["1 249,50", 1249.5],
    ["1\u00a0249", 1249],
    ["0,01", 0.01],
  ])("reads %s", (typed, amount) => {
    expect(readAmount(typed)).toBe(amount)
  })

  it.each(["1,249", "1.249,50", "12,345", "-5", "1e3", "10k", "", "NaN"])(
    "refuses %s rather than guess",
    (typed) => {
      expect(readAmount(typed)).toBeUndefined()
    }
  )

  it("is written so that it can be read again", () => {
    expect(typedAmount(1249.5, "nb-NO")).toBe("1249,50")
    expect(typedAmount(1249.5, "en-GB")).toBe("1249.50")
  })

  it("has its limits", () => {
    const schema = requiredAmount({ max: 100, tooMuch: "At most 100." })

    expect(schema.parse("100")).toBe(100)
    expect(messageOf(schema, "100,01")).toBe("At most 100.")
    expect(messageOf(schema, "0")).toBe("forms.errors.amountZero")
    expect(messageOf(schema, " ")).toBe("forms.errors.required")
    expect(messageOf(schema, "a lot")).toBe("forms.errors.amount")
  })
})

describe("other values", () => {
  it("need what is needed", () => {
    expect(messageOf(requiredText(), "  ")).toBe("forms.errors.required")
    expect(messageOf(requiredText(3), "four")).toBe("forms.errors.tooLong")
    expect(messageOf(requiredDate(), null)).toBe("forms.errors.required")
  })

  it("may stay empty where they are optional", () => {
    expect(optionalText().parse("  ")).toBeUndefined()
    expect(optionalText().parse(" a ")).toBe("a")
  })

  it("are whole numbers within their limits", () => {
    const schema = requiredWholeNumber({ min: 1, max: 12 })

    expect(schema.parse(" 12 ")).toBe(12)
    expect(messageOf(schema, "0")).toBe("forms.errors.tooSmall")
    expect(messageOf(schema, "13")).toBe("forms.errors.tooLarge")
    expect(messageOf(schema, "1,5")).toBe("forms.errors.wholeNumber")
  })
})

it.each([
  ["21.11.2026", new Date(2026, 10, 21)],
  ["01.02.2027 10:15", new Date(2027, 1, 1, 10, 15)],
  ["31.02.2027", null],
  ["21 Nov, 2026", null],
  ["", null],
])("reads %s", (text, date) => {
  expect(readServiceDay(text)).toEqual(date)
})

it("writes the day that was picked, not the one in Greenwich", () => {
  expect(writeDay(new Date(2026, 0, 2, 0, 30))).toBe("2026-01-02")
  expect(writeDay(new Date(2026, 11, 31, 23, 30))).toBe("2026-12-31")
})

const norwegian = requiredOrganizationNumber()
describe("what the service calls a record", () => {
  it("is read without the spaces around it", () => {
    expect(requiredServiceId().parse(" ODR1234567890 ")).toBe("ODR1234567890")
  })

  it.each([
    ["", "forms.errors.required"],
    ["ODR 1", "forms.errors.serviceId"],
    ["17819010188", "forms.errors.serviceId"],
    ["178190-10188", "forms.errors.serviceId"],
  ])("is not %j", (typed, message) => {
    expect(messageOf(requiredServiceId(), typed)).toBe(message)
  })
})

const anyCountrys = optionalOrganizationNumber()

it.each(["974760673", " 974 760 673 ", "974-760-673"])(
  "an organization number is read from %j",
  (typed) => {
    expect(norwegian.parse(typed)).toBe("974760673")
    expect(anyCountrys.parse(typed)).toBe("974760673")
  }
)

it.each(["97476067", "9747606733", "97476067x", "974.760.673"])(
  "where a company is looked up it is not %j",
  (typed) => {
    expect(norwegian.safeParse(typed).error?.issues).toMatchObject([
      { message: "forms.errors.norwegianOrganizationNumber" },
    ])
  }
)

it("of another country has its own length, and letters", () => {
  expect(anyCountrys.parse("556036-0793")).toBe("5560360793")
  expect(anyCountrys.parse("HRB 86891")).toBe("HRB86891")
  expect(anyCountrys.safeParse("974.760.673").error?.issues).toMatchObject([
    { message: "forms.errors.organizationNumber" },
  ])
})

it("must be given where a company is looked up", () => {
  expect(norwegian.safeParse(" ").success).toBe(false)
})

it("may stay empty where a private customer can pay", () => {
  expect(anyCountrys.parse(" ")).toBeUndefined()
})

it("takes a secure address on the web alone", () => {
  expect(requiredWebAddress().parse(" https://shop.example/done ")).toBe(
    "https://shop.example/done"
  )
  expect(
    ["http://shop.example/done", "shop.example", "javascript:alert(1)"].map((address) =>
      messageOf(requiredWebAddress(), address)
    )
  ).toEqual(Array(3).fill("forms.errors.webAddress"))
})

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
