import { contactBody, contactSchema } from "../contact-form"

const contact = { email: "kari@example.com", countryCode: "+47", msisdn: "" }

it.each([
  [{}, { email: "kari@example.com" }],
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
])("refuses %j", (change, path) => {
  const { error } = contactSchema.safeParse({ ...contact, ...change })
  expect(error?.issues.map((issue) => issue.path)).toEqual([path])
})
