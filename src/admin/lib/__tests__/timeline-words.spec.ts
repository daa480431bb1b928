import { plainWords } from "../plain-words"
import { actionText, outcomeWords } from "../timeline-words"

describe("timeline words", () => {
  it("has words for how an act can end", () => {
    for (const outcome of ["done", "refused", "failed", "note"]) {
      expect(outcomeWords(outcome)?.text).toBe(`timeline.outcome.${outcome}`)
    }
    expect(outcomeWords(null)).toBeUndefined()
  })

  it("has no words for an act it does not know, which is shown plainly", () => {
    expect(actionText("verify-token")).toBeUndefined()
    expect(plainWords("verify-token")).toBe("Verify token")
  })
})
