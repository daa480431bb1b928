import { requestForTheBooks } from "../customer-data"

describe("requestForTheBooks", () => {
  it("keeps what a voucher is made of and nothing of the customer", () => {
    const books = {
      products: [{ name: "Coffee", rate: 99 }],
      orderSummary: { grandTotal: "99.00" },
      orderDate: "1795219200",
    }
    expect(
      requestForTheBooks({
        params: { customer_uuid: "CUS1" },
        body: {
          ...books,
          customerDetails: { name: "***********" },
          customerReference: "for Kari",
          callback: { callbackUrl: "***********" },
        },
      })
    ).toEqual({ body: books })
  })

  it.each([undefined, null, {}, { body: null }, { body: [1] }, "text"])(
    "keeps nothing of %j",
    (request) => {
      expect(requestForTheBooks(request)).toEqual({})
    }
  )
})
