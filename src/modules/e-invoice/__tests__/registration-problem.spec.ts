import { registrationProblem } from "../registration"

const provider = {
  resolve: "medusa-plugin-einvoice/providers/e-invoice",
  id: "private",
}

describe("registrationProblem", () => {
  it("finds nothing wrong with what withEInvoice writes", () => {
    expect(
      registrationProblem({
        dependencies: ["query", "eInvoice"],
        options: { providers: [provider] },
      })
    ).toBeUndefined()
  })

  it.each([
    [undefined, '"query" and "eInvoice"'],
    [[], '"query" and "eInvoice"'],
    [["query", "locking"], '"eInvoice"'],
    [["eInvoice"], '"query"'],
  ])("stops the start when dependencies are %j", (dependencies, missing) => {
    const problem = registrationProblem({
      ...(dependencies && { dependencies }),
      options: { providers: [{ resolve: "other", id: "x" }, provider] },
    })

    expect(problem?.severity).toBe("fatal")
    expect(problem?.sentence).toContain(`lacks ${missing} in its dependencies`)
    expect(problem?.sentence).toContain("withEInvoice()")
  })

  it.each([
    [undefined],
    [{}],
    [{ options: {} }],
    [{ options: { providers: [{ resolve: "stripe", id: "private" }] } }],
    [{ options: { providers: [{ resolve: { services: [] }, id: "x" }] } }],
  ])("warns when the provider is not registered: %j", (payment) => {
    const problem = registrationProblem(payment)

    expect(problem?.severity).toBe("warning")
    expect(problem?.sentence).toContain("is not registered")
    expect(problem?.sentence).toContain("withEInvoice()")
  })

  it.each([
    ["another id", [{ ...provider, id: "business" }], 'id: "private"'],
    ["no id", [{ resolve: provider.resolve }], 'id: "private"'],
    ["the provider twice", [provider, { ...provider, id: "second" }], "more than once"],
  ])("stops the start at %s", (_, providers, words) => {
    const problem = registrationProblem({
      dependencies: ["query", "eInvoice"],
      options: { providers },
    })

    expect(problem?.severity).toBe("fatal")
    expect(problem?.sentence).toContain(words)
  })

  it("stops the start when the plugin is listed twice", () => {
    const plugins = ["medusa-plugin-einvoice", "other", { resolve: "medusa-plugin-einvoice" }]
    const payment = { dependencies: ["query", "eInvoice"], options: { providers: [provider] } }

    expect(registrationProblem(payment, plugins)?.severity).toBe("fatal")
    expect(registrationProblem(payment, plugins.slice(1))).toBeUndefined()
  })

  it("warns of options at the provider's own entry", () => {
    const of = (options: object) =>
      registrationProblem({
        dependencies: ["query", "eInvoice"],
        options: { providers: [{ ...provider, options }] },
      })

    expect(of({ token: "secret" })?.severity).toBe("warning")
    expect(of({})).toBeUndefined()
  })

  it.each([
    "medusa-plugin-einvoice/providers/e-invoice",
    "./src/providers/e-invoice",
    "/abs/medusa-plugin-einvoice/.medusa/server/src/providers/e-invoice/index.js",
  ])("recognises the provider as %s", (resolve) => {
    expect(registrationProblem({ options: { providers: [{ resolve }] } })?.severity).toBe("fatal")
  })
})
