import { STATUS_LADDER } from "../../../modules/e-invoice/orders/order-status"
import { unpaidSentence } from "../capture"

describe("unpaidSentence", () => {
  it.each([...STATUS_LADDER])("names %s and says what to do", (status) => {
    const sentence = unpaidSentence(status)
    expect(sentence).toContain(`as ${status},`)
    expect(sentence).toMatch(/captured by itself|Cancel the order|capturedStatuses/)
  })

  it("says so when no status was reported yet", () => {
    expect(unpaidSentence(undefined)).toContain("has not reported a status")
  })

  it("never holds undefined", () => {
    for (const status of [...STATUS_LADDER, undefined]) {
      expect(unpaidSentence(status)).not.toContain("undefined")
    }
  })
})
