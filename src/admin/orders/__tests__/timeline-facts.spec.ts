import { actionText, outcomeWords, plainWords, timelineFacts } from "../timeline-facts"

describe("timelineFacts", () => {
  it("tells a change of status", () => {
    expect(timelineFacts({ from: "SENT", to: "PAID", paid: true })).toEqual([
      { kind: "change", from: "SENT", to: "PAID" },
      { kind: "sentence", text: "timeline.fact.paid" },
    ])
  })

  it("tells the first status", () => {
    expect(timelineFacts({ from: null, to: "SENT" })).toEqual([
      { kind: "change", from: null, to: "SENT" },
    ])
  })

  it("tells the service's answer before the rest", () => {
    expect(
      timelineFacts({
        amount: "12.50",
        in_doubt: true,
        message: "The service did not answer in time.",
      })
    ).toEqual([
      { kind: "message", message: "The service did not answer in time." },
      { kind: "sentence", text: "timeline.fact.inDoubt" },
      {
        kind: "labelled",
        label: "timeline.fact.amount",
        as: "amount",
        value: "12.50",
      },
    ])
  })

  it.each([
    [{ found: true }, "timeline.fact.found"],
    [{ found: false }, "timeline.fact.notFound"],
    [{ sent: false }, "timeline.fact.nothingSent"],
    [{ carried_out: false }, "timeline.fact.notCarriedOut"],
    [{ carried_out_before: true }, "timeline.fact.carriedOutBefore"],
    [{ on_their_word: true }, "timeline.fact.onTheirWord"],
  ])("puts %j in a sentence", (detail, text) => {
    expect(timelineFacts(detail)).toEqual([{ kind: "sentence", text }])
  })

  it.each([
    [{ reason: "unclear" }, ["timeline.fact.nothingProven"]],
    [{ reason: "failed" }, ["timeline.fact.notAsked"]],
    [{ why: "order-cancelled" }, ["timeline.fact.orderCancelled"]],
    [{ type: "invoiced" }, ["timeline.fact.creditOfUnpaid"]],
    [{ notes: "credit-spread, vat-rate" }, ["timeline.note.creditSpread", "timeline.note.vatRate"]],
  ])("puts the words of %j in sentences", (detail, texts) => {
    expect(timelineFacts(detail)).toEqual(texts.map((text) => ({ kind: "sentence", text })))
  })

  it("shows a word that it does not know beside what it is about", () => {
    expect(timelineFacts({ reason: "asleep" })).toEqual([
      { kind: "labelled", label: "timeline.fact.reason", as: "text", value: "asleep" },
    ])
  })

  it("does not tell what goes without saying", () => {
    expect(timelineFacts({ sent: true, message_key: null })).toEqual([])
  })

  it("shows an amount it cannot read as it stands", () => {
    expect(timelineFacts({ amount: "a lot" })).toEqual([
      {
        kind: "labelled",
        label: "timeline.fact.amount",
        as: "text",
        value: "a lot",
      },
    ])
  })

  it("hides nothing it has no words for", () => {
    expect(timelineFacts({ quiet_until: "Monday" })).toEqual([
      {
        kind: "labelled",
        label: { plain: "Quiet until" },
        as: "text",
        value: "Monday",
      },
    ])
  })
})

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
