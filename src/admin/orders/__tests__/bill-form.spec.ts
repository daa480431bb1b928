import { billBody, billSchema } from "../bill-form"

const typed = {
  by: "payment-link" as const,
  personalNumber: "",
  organizationId: "",
  email: true,
  sms: false,
  due: null,
  phone: "",
  reference: "",
}

const wrongFields = (values: object) =>
  billSchema.safeParse({ ...typed, ...values }).error?.issues.map(({ path }) => path.join(".")) ??
  []

const bodyOf = (values: object) => billBody(billSchema.parse({ ...typed, ...values }))

describe("the form of a bill", () => {
  it.each([
    [{ by: "e-invoice" }, ["personalNumber"]],
    [{ by: "e-invoice", personalNumber: "123" }, ["personalNumber"]],
    [{ by: "invoice", personalNumber: "123" }, ["personalNumber"]],
    [{ by: "ehf-invoice" }, ["organizationId"]],
    [{ by: "payment-link", email: false }, ["email"]],
    [{ by: "payment-link" }, []],
    [{ by: "invoice" }, []],
  ])("of %j lacks %j", (values, fields) => {
    expect(wrongFields(values)).toEqual(fields)
  })

  it("sends only what the way takes", () => {
    const everything = {
      personalNumber: "178190 10188",
      organizationId: "911 111 111",
      due: new Date(2026, 11, 1),
      phone: "400 00 000",
      reference: "Table 7",
    }

    expect(bodyOf({ ...everything, by: "e-invoice" })).toEqual({
      by: "e-invoice",
      personal_number: "17819010188",
      phone: "400 00 000",
      reference: "Table 7",
    })
    expect(bodyOf({ ...everything, by: "reservation" })).toEqual({
      by: "reservation",
      organization_id: "911111111",
      send_by: { email: true, sms: false },
      link_due_date: "2026-12-01",
    })
  })
})
