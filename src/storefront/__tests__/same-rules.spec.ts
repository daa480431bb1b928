import { eInvoiceSessionData, type FieldProblem } from ".."
import { withCode } from "../refusal"
import { fieldProblemsOf, shopperFieldsSchema } from "../../mapping"

const NUMBER = "17819010188"
const settings = { check_digits: true, accept_synthetic: true }

/** What the storefront and the store say of the same fields. */
function judge(fields: Record<string, unknown>, country = "no") {
  const browser = eInvoiceSessionData(
    fields as Parameters<typeof eInvoiceSessionData>[0],
    { personal_number: settings },
    country
  )
  const server = shopperFieldsSchema({
    personalNumber: { checkDigits: true, acceptSynthetic: true },
    country,
  }).safeParse(fields)
  return {
    browser: browser.problems ?? [],
    // As the storefront reads it from the store's answer: both know a code for each problem.
    server: server.success ? [] : fieldProblemsOf(server.error).map(withEachCode),
    sent: browser.data,
    taken: server.data,
  }
}

function withEachCode(problem: FieldProblem) {
  const coded = withCode(problem)
  expect(coded.code).toBeDefined()
  return coded
}

const byField = (problems: FieldProblem[]) =>
  [...problems].sort((a, b) => a.field.localeCompare(b.field))

const longest = "æ".repeat(100)

describe("the storefront's rules are the store's", () => {
  it.each<Record<string, unknown>>([
    { personal_number: NUMBER },
    { personal_number: ` ${NUMBER.slice(0, 6)}-${NUMBER.slice(6)}\n` },
    { personal_number: NUMBER, phone: " 400 00 000 ", language: "nb-NO", reference: " Kari " },
    { personal_number: NUMBER, phone: null, language: null, reference: null },
    { personal_number: NUMBER, phone: "", language: " ", reference: "\t" },
    { personal_number: NUMBER, reference: longest },
    { personal_number: NUMBER, reference: `${longest}æ` },
    { personal_number: NUMBER, reference: "😀".repeat(100) },
    { personal_number: NUMBER, phone: "4".repeat(41) },
    { personal_number: NUMBER, language: "fr" },
    { personal_number: NUMBER, phone: 40000000, language: 1, reference: [] },
    { personal_number: NUMBER, name: "Kari", phone: "12" },
    { personal_number: 17819010188 },
    { personal_number: "17819010189" },
    { personal_number: "" },
    { personal_number: null },
    {},
  ])("for %j", (fields) => {
    const { browser, server, sent, taken } = judge(fields)

    expect(byField(browser)).toEqual(byField(server))
    expect(sent).toEqual(taken)
  })

  it.each(["123", "4000000", "400000000", "4700000", "", "ola", "+47", "12 34"])(
    "for the Norwegian phone number %p",
    (phone) => {
      const { browser, server } = judge({ personal_number: NUMBER, phone })

      expect(browser).toEqual(phone === "4700000" ? [] : server)
    }
  )

  it("decline no phone number that the store takes", () => {
    const random = sequence(20261123)
    const pick = <Value>(values: readonly Value[]) => values[random(values.length)] as Value
    const digits = (count: number) => Array.from({ length: count }, () => random(10)).join("")
    const grouped = (text: string) =>
      text.replace(/(?<=\d)(?=\d)/g, () => pick(["", "", "", " ", "-", ".", "/"]))
    let taken = 0
    for (let round = 0; round < 4_000; round++) {
      const country = pick(["no", "NO", "se", "dk", "de", "us", "sh", "it", "xx"])
      const prefix = pick([
        "",
        "",
        "",
        "+47",
        "+46",
        "+45",
        "+49 (0)",
        "0047",
        "0",
        "47",
        "+1",
        "+",
      ])
      const written = prefix + pick(["", " "]) + grouped(digits(random(14)))
      const ending = pick(["", "", "", "", " ext. 12", "x5", ";ext=7", " "])
      const fields = { personal_number: NUMBER, phone: written + ending }
      const { browser, server } = judge(fields, country)
      if (server.length === 0) {
        taken++
        expect({ country, ...fields, browser }).toEqual({ country, ...fields, browser: [] })
      }
    }
    expect(taken).toBeGreaterThan(400)
  })
})

/** Numbers below `end` that are the same in every run. */
function sequence(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * end)
  }
}
