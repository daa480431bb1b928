import { observerText, parseActor } from "../actor"

describe("parseActor", () => {
  it("tells a colleague by id", () => {
    expect(parseActor("admin:user_01")).toEqual({ kind: "user", id: "user_01" })
  })

  it.each(["shopper", "service", "schedule", "medusa"])("has words for %s", (raw) => {
    expect(parseActor(raw)).toEqual({ kind: "party", text: `actors.${raw}` })
  })

  it("keeps what it has no words for", () => {
    expect(parseActor("robot")).toEqual({ kind: "unnamed", raw: "robot" })
  })
})

describe("observerText", () => {
  it.each(["callback", "sweep", "admin", "payment"])("has words for %s", (observer) => {
    expect(observerText(observer)).toBe(`checkedBy.${observer}`)
  })

  it("has none for another", () => {
    expect(observerText("robot")).toBeUndefined()
  })
})
