import type { RefundRow } from "../../../modules/e-invoice/refunds/refund-row"
import { linesAsSent, listedAsSent, takenFromLines } from "../refund-lines"

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
    expect(linesAsSent([coffee, fee], undefined)).toEqual([coffee, fee])
    expect(linesAsSent([coffee, fee], { products: [] })).toEqual([coffee, fee])
  })
})

describe("the line at the service of each product that was sent", () => {
  it("is found in the order of the request, however the service lists them", () => {
    expect(listedAsSent([fee, post, coffee], sent)).toEqual([coffee, post])
  })

  it("is the one of its name, though one before is as much", () => {
    const onePost = { products: sent.products.slice(1) }
    expect(listedAsSent([fee, post], onePost)).toEqual([post])
  })

  it("is not known where one of them is not listed", () => {
    expect(listedAsSent([coffee], sent)).toBeUndefined()
    expect(listedAsSent([coffee, { ...post, quantity: 2 }], sent)).toBeUndefined()
  })

  it("is found once: two that are alike are two lines", () => {
    const twice = { products: [...sent.products.slice(1), ...sent.products.slice(1)] }
    expect(listedAsSent([post, coffee], twice)).toBeUndefined()
    expect(listedAsSent([post, { ...post, id: 4 }], twice)).toEqual([post, { ...post, id: 4 }])
  })

  it("is none where nothing is known to have been sent", () => {
    expect(listedAsSent([coffee], null)).toEqual([])
    expect(listedAsSent([coffee], undefined)).toEqual([])
  })
})

describe("what refunds took from each line", () => {
  const share = (id: number, amount: string) => ({ id, amount })
  const refund = (
    state: RefundRow["state"],
    products: RefundRow["products"],
    goods: RefundRow["goods"] = null
  ) => ({ state, products, goods })
  const whole = refund("succeeded", [share(1, "10.01"), share(2, "5")], [share(1, "4.50")])

  it("adds up to the øre, by the line", () => {
    const part = refund("in_doubt", [share(1, "0.09")], [share(2, "1")])

    expect(takenFromLines([whole, part], "products")).toEqual(
      new Map([
        [1, 1_010n],
        [2, 500n],
      ])
    )
    expect(takenFromLines([whole, part], "goods")).toEqual(
      new Map([
        [1, 450n],
        [2, 100n],
      ])
    )
  })

  it.each([["prepared"], ["sending"], ["in_doubt"], ["succeeded"]] as const)(
    "counts one that is %s",
    (state) => {
      expect(takenFromLines([refund(state, [share(1, "2")])], "products")).toEqual(
        new Map([[1, 200n]])
      )
    }
  )

  it("is nothing of one that was rejected, or tells no lines", () => {
    expect(takenFromLines([refund("rejected", [share(1, "2")])], "products")).toEqual(new Map())
    expect(takenFromLines([refund("succeeded", null)], "products")).toEqual(new Map())
    expect(takenFromLines([], "products")).toEqual(new Map())
  })
})
