import { linesAsSent } from "../refund-lines"

const product = (name: string, amount: string, quantity = "1") => ({
  name,
  quantity,
  amount,
  rate: amount,
  tax: "25",
})
const sent = {
  products: [product("Coffee", "299.70", "3"), product("Post", "49.00")],
}
const coffee = { id: 1, name: "Coffee", quantity: 3, amount: 299.7 }
const post = { id: 2, name: "Post", quantity: 1, amount: 49 }
const fee = { id: 3, name: "Fee", quantity: 1, amount: 49 }

describe("the lines that a refund of an amount is spread over", () => {
  it("are those that were sent, without what the service added", () => {
    expect(linesAsSent([coffee, fee, post], sent)).toEqual([coffee, post])
    expect(
      linesAsSent([fee, { ...post, name: "Fracht" }, coffee], {
        products: sent.products.slice(0, 1),
      })
    ).toEqual([coffee])
  })

  it("are those of the same amount and quantity where the service calls them otherwise, the first of them", () => {
    const renamed = { ...post, name: "Frakt" }
    expect(linesAsSent([coffee, renamed, fee], sent)).toEqual([coffee, renamed])
    expect(linesAsSent([coffee, { ...fee, quantity: 2 }, renamed], sent)).toEqual([coffee, renamed])
    expect(linesAsSent([coffee, { ...fee, amount: 35 }, renamed], sent)).toEqual([coffee, renamed])
  })

  it("are each of two that are alike", () => {
    const again = { ...coffee, id: 4 }
    const twice = { products: [...sent.products.slice(0, 1), ...sent.products.slice(0, 1)] }
    expect(linesAsSent([fee, coffee, again], twice)).toEqual([coffee, again])
  })

  it("are all of them where the order is as it was sent", () => {
    expect(linesAsSent([coffee, post], sent)).toEqual([coffee, post])
  })

  it.each<[string, Parameters<typeof linesAsSent>[0]]>([
    ["one that was sent is listed otherwise", [coffee, { ...post, amount: 1 }]],
    ["one says no amount", [coffee, { ...post, amount: undefined }]],
    ["one says no quantity", [{ ...coffee, quantity: undefined }, post]],
  ])("are all of them where %s", (_what, lines) => {
    expect(linesAsSent(lines, sent)).toEqual(lines)
  })

  it("are all of them where it is not known what was sent", () => {
    expect(linesAsSent([coffee, fee], null)).toEqual([coffee, fee])
  })
})
