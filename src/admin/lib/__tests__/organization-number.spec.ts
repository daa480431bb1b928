import { optionalOrganizationNumber, requiredOrganizationNumber } from "../organization-number"

const norwegian = requiredOrganizationNumber()
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

it("may stay empty where a person can pay", () => {
  expect(anyCountrys.parse(" ")).toBeUndefined()
})
