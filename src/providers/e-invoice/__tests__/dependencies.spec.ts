import { dependenciesOf } from "../dependencies"

const given = { eInvoice: {}, query: {}, logger: {} }

/** Like the payment module's container: throws on what was never registered. */
const cradle = (registered: Record<string, unknown>) =>
  new Proxy(registered, {
    get: (target, name) => {
      if (!(name in target)) {
        throw new Error(`Could not resolve '${String(name)}'`)
      }
      return target[String(name)]
    },
  })

describe("the provider's dependencies", () => {
  it("are read when they are needed", () => {
    expect(dependenciesOf(cradle(given))).toEqual(given)
    const internal = { captureService: {}, refundService: {} }
    expect(dependenciesOf(cradle({ ...given, ...internal }))).toEqual({
      ...given,
      ...internal,
    })
  })

  it.each(["eInvoice", "query"])("say in one sentence what to do when %s is missing", (name) => {
    for (const registered of [
      { ...given, [name]: undefined },
      Object.fromEntries(Object.entries(given).filter(([other]) => other !== name)),
    ]) {
      expect(() => dependenciesOf(cradle(registered))).toThrow(
        `The e-invoice provider cannot reach "${name}". Wrap your configuration in withEInvoice()`
      )
    }
  })
})
