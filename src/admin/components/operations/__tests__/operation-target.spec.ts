import { operationPage, subjectPage } from "../operation-target"

const nothing = {
  subject_kind: null,
  subject_uuid: null,
  e_invoice_order_id: null,
  customer_id: null,
}

describe("the page of what an operation is about", () => {
  it("is the checkout's order, whatever it is called at the service", () => {
    expect(
      subjectPage({
        ...nothing,
        subject_kind: "order",
        subject_uuid: "ODR1",
        e_invoice_order_id: "einvord_1",
      })
    ).toBe("/e-invoice/orders/einvord_1")
  })

  it("is the reservation or the subscription", () => {
    expect(
      subjectPage({
        ...nothing,
        subject_kind: "reservation",
        subject_uuid: "RES1",
      })
    ).toBe("/e-invoice/reservations/RES1")
    expect(
      subjectPage({
        ...nothing,
        subject_kind: "subscription",
        subject_uuid: "SUB1",
      })
    ).toBe("/e-invoice/subscriptions/SUB1")
  })

  it("is Medusa's customer, where it is known who that is", () => {
    const customer = { ...nothing, subject_kind: "customer" }
    expect(subjectPage({ ...customer, customer_id: "cus_1" })).toBe("/customers/cus_1")
    expect(subjectPage(customer)).toBeUndefined()
  })

  it("is none while it is not known what was made", () => {
    expect(subjectPage({ ...nothing, subject_kind: "reservation" })).toBeUndefined()
    expect(subjectPage(nothing)).toBeUndefined()
  })
})

it("encodes the operation's id", () => {
  expect(operationPage("einvop/1")).toBe("/e-invoice/operations/einvop%2F1")
})
