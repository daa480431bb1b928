import { BigNumber } from "@medusajs/framework/utils"

import { checkSessionTerms, foreignKeys, readSessionData, type SessionTerms } from "../session"

const data = { shopper_data_id: "einvshop_1" }
const terms: SessionTerms = { amount: 100, currency_code: "nok", data }
const check = (changes: Partial<SessionTerms>) => () =>
  checkSessionTerms({ ...terms, ...changes }, ["nok", "sek"])

describe("the terms of a session", () => {
  it("are accepted in a configured currency, however it is written", () => {
    expect(check({})).not.toThrow()
    expect(check({ currency_code: "SEK" })).not.toThrow()
    expect(check({ amount: new BigNumber("0.01") })).not.toThrow()
    expect(check({ amount: { value: "435.875" } })).not.toThrow()
    expect(check({ data: { session_id: "payses_1", shopper_data_id: "einvshop_1" } })).not.toThrow()
  })

  it("are refused in any other currency", () => {
    expect(check({ currency_code: "eur" })).toThrow(
      "Invoice payment is not offered in EUR, only in NOK, SEK."
    )
  })

  it("are accepted in any for the payment of an invoice that is there", () => {
    expect(check({ currency_code: "eur", data: {} })).not.toThrow()
    expect(check({ currency_code: "eur", data: undefined })).not.toThrow()
  })

  it.each([0, -1, "0", { value: "-0.01" }])("are refused for an amount of %j", (amount) => {
    expect(check({ amount })).toThrow("Invoice payment needs an amount above zero.")
  })

  it("are refused, without the value, when the data carries anything of the shopper's", () => {
    const personal = check({
      data: { personal_number: "17819010188", phone: "40000000" },
    })

    expect(personal).toThrow("must not carry personal_number, phone:")
    expect(personal).not.toThrow(/17819010188|40000000/)
    expect(personal).toThrow(expect.objectContaining({ type: "invalid_data" }))
  })
})

describe("a session's data", () => {
  it("is read by our keys only", () => {
    expect(
      readSessionData({
        shopper_data_id: "a",
        e_invoice_order_id: "b",
        order_uuid: "c",
        status: "SENT",
        session_id: "d",
        personal_number: "e",
      })
    ).toEqual({
      shopper_data_id: "a",
      e_invoice_order_id: "b",
      order_uuid: "c",
      status: "SENT",
    })
  })

  it("is empty when it is not ours", () => {
    expect(readSessionData(undefined)).toEqual({})
    expect(readSessionData({ shopper_data_id: 7 })).toEqual({})
  })

  it("tells keys that do not belong", () => {
    expect(foreignKeys({ session_id: "x", order_uuid: "y", a: 1 })).toEqual(["a"])
    expect(foreignKeys(undefined)).toEqual([])
  })
})
