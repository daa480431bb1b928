import { contactBody, contactSchema, startTerms, termsBody, termsSchema } from "../form-data"

const filledIn = startTerms("sent", new Date(2026, 10, 21, 13, 45))

it("starts as a year of months from today, by e-mail", () => {
  expect(termsBody(termsSchema.parse(filledIn))).toEqual({
    frequency: "month",
    repeats: 12,
    start_date: "2026-11-21",
    send_by: { email: true, sms: false },
  })
})

it("sends what was chosen, and no amount", () => {
  const body = termsBody(
    termsSchema.parse({
      ...filledIn,
      frequency: "week",
      repeats: "4",
      endDate: new Date(2026, 11, 24),
      linkDueDate: new Date(2026, 10, 30),
      bySms: true,
      organizationId: "999 999 901",
    })
  )

  expect(body).toEqual({
    frequency: "week",
    repeats: 4,
    start_date: "2026-11-21",
    end_date: "2026-12-24",
    link_due_date: "2026-11-30",
    send_by: { email: true, sms: true },
    organization_id: "999999901",
  })
})

it("sends the customer nothing where the link is passed on, and says where the customer comes to", () => {
  const body = termsBody(
    termsSchema.parse({
      ...filledIn,
      delivery: "passedOn",
      byEmail: false,
      success: " https://shop.example/thanks ",
      failure: "https://shop.example/sorry",
    })
  )

  expect(body).toEqual({
    frequency: "month",
    repeats: 12,
    start_date: "2026-11-21",
    return_to: {
      success: "https://shop.example/thanks",
      failure: "https://shop.example/sorry",
    },
  })
})

it.each([
  [{ delivery: "passedOn" }, ["success"], ["failure"]],
  [
    { delivery: "passedOn", success: "shop", failure: "ftp://shop.example" },
    ["success"],
    ["failure"],
  ],
])("needs two addresses where the link is passed on: %j", (change, ...paths) => {
  const result = termsSchema.safeParse({ ...filledIn, ...change })
  expect(result.error?.issues.map(({ path }) => path)).toEqual(paths)
})

it.each([
  [{ repeats: "0" }, ["repeats"]],
  [{ repeats: "1001" }, ["repeats"]],
  [{ startDate: null }, ["startDate"]],
  [{ byEmail: false, bySms: false }, ["byEmail"]],
  [{ organizationId: "974.760.673" }, ["organizationId"]],
])("refuses %j", (change, path) => {
  const result = termsSchema.safeParse({ ...filledIn, ...change })
  expect(result.error?.issues.map((issue) => issue.path)).toEqual([path])
})

const contact = { email: "kari@example.com", countryCode: "+47", msisdn: "" }

it.each([
  [{}, { email: "kari@example.com" }],
  [{ countryCode: "" }, { email: "kari@example.com" }],
  [
    { email: "", msisdn: "40 00 00 00" },
    { countryCode: "+47", msisdn: "40000000" },
  ],
])("sends what was filled in: %j", (change, body) => {
  expect(contactBody(contactSchema.parse({ ...contact, ...change }))).toEqual(body)
})

it.each([
  [{ email: "" }, ["email"]],
  [{ email: "kari" }, ["email"]],
  [{ msisdn: "12" }, ["msisdn"]],
  [{ msisdn: "40000000", countryCode: "47" }, ["countryCode"]],
  [{ msisdn: "40000000", countryCode: "" }, ["countryCode"]],
])("refuses %j", (change, path) => {
  const { error } = contactSchema.safeParse({ ...contact, ...change })
  expect(error?.issues.map((issue) => issue.path)).toEqual([path])
})
