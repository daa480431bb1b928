import {
  optionalOrganizationNumber,
  requiredOrganizationNumber,
} from "../organization-number"

describe.each([
  ["that must be given", requiredOrganizationNumber()],
  ["that may stay empty", optionalOrganizationNumber()],
])("an organization number %s", (_, schema) => {
  it.each(["974760673", " 974 760 673 ", "974-760-673"])(
    "is read from %j",
    (typed) => {
      expect(schema.parse(typed)).toBe("974760673")
    }
  )

  it.each(["97476067", "9747606733", "97476067x", "974.760.673"])(
    "is not %j",
    (typed) => {
      expect(schema.safeParse(typed).error?.issues).toMatchObject([
        { message: "forms.errors.organizationNumber" },
      ])
    }
  )
})

it("must be given where a company is looked up", () => {
  expect(requiredOrganizationNumber().safeParse(" ").success).toBe(false)
})

it("may stay empty where a person can pay", () => {
  expect(optionalOrganizationNumber().parse(" ")).toBeUndefined()
})
