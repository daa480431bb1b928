import EInvoiceProviderService from "../service"

const erased: string[] = []
const checkedSoon: string[] = []

const provider = (row?: { id: string; state: string }) =>
  new EInvoiceProviderService({
    query: {},
    logger: {},
    eInvoice: {
      options: { currencies: ["nok"], capturedStatuses: ["PAID"] },
      shopperData: { erase: async (id: string) => void erased.push(id) },
      orders: {
        creations: {
          find: async () => row,
          ofSession: async () => row,
          ofShopperData: async () => row,
        },
        statuses: {
          ofCollections: async () => [],
          lookSoon: async (id: string) => void checkedSoon.push(id),
        },
      },
    },
  })

beforeEach(() => {
  erased.length = 0
  checkedSoon.length = 0
})

describe("the provider", () => {
  it("is called e-invoice", () => {
    expect(EInvoiceProviderService.identifier).toBe("e-invoice")
  })

  it("opens a session that carries nothing but the opaque id", async () => {
    expect(
      await provider().initiatePayment({
        amount: 100,
        currency_code: "NOK",
        data: { shopper_data_id: "einvshop_1", session_id: "payses_1" },
        context: { idempotency_key: "payses_1" },
      })
    ).toEqual({
      id: "payses_1",
      status: "pending",
      data: { shopper_data_id: "einvshop_1", session_id: undefined },
    })
  })

  it("opens and changes no session on terms it cannot keep", async () => {
    const terms = { amount: 100, currency_code: "eur", data: { shopper_data_id: "einvshop_1" } }

    await expect(provider().initiatePayment(terms)).rejects.toThrow("in EUR")
    await expect(provider().updatePayment(terms)).rejects.toThrow("in EUR")
  })

  it("changes a session's terms and keeps its data", async () => {
    expect(
      await provider().updatePayment({
        amount: 200,
        currency_code: "nok",
        data: { shopper_data_id: "einvshop_1" },
      })
    ).toEqual({ data: { shopper_data_id: "einvshop_1" } })
  })

  it("erases the shopper's data with the session", async () => {
    await provider().deletePayment({ data: { shopper_data_id: "einvshop_1" } })
    await provider().deletePayment({ data: {} })
    await provider().deletePayment({})

    expect(erased).toEqual(["einvshop_1"])
    expect(checkedSoon).toEqual([])
  })

  it.each(["sending", "in_doubt"])(
    "has an order looked for at once whose session ends while it is %s",
    async (state) => {
      await provider({ id: "einvord_1", state }).deletePayment({
        data: { shopper_data_id: "einvshop_1" },
      })

      expect(checkedSoon).toEqual(["einvord_1"])
    }
  )

  it("makes no order without knowing the session", async () => {
    await expect(provider().authorizePayment({ data: {} })).rejects.toThrow(
      "without the payment session's id"
    )
  })

  it("knows the status of a payment it never sent", async () => {
    expect(await provider().getPaymentStatus({ data: {} })).toEqual({
      status: "pending",
    })
    expect(
      await provider().retrievePayment({
        data: { shopper_data_id: "einvshop_1", other: 1 },
      })
    ).toEqual({ data: { shopper_data_id: "einvshop_1" } })
  })

  it("tells a payment's data from the journal", async () => {
    const row = {
      id: "einvord_1",
      state: "succeeded",
      remote_order_uuid: "ODR1",
      remote_status: "PAID",
      paid_at: new Date(),
    }
    const data = {
      e_invoice_order_id: "einvord_1",
      order_uuid: "ODR1",
      status: "PAID",
    }

    expect(
      await provider(row).getPaymentStatus({
        data: { e_invoice_order_id: "einvord_1" },
      })
    ).toEqual({ status: "captured", data })
    expect(await provider(row).retrievePayment({ data })).toEqual({ data })
  })

  it("keeps no account holders and no payment methods, and says so logErrors", async () => {
    const quiet = provider()

    expect(await quiet.createAccountHolder()).toEqual({})
    expect(await quiet.updateAccountHolder()).toEqual({})
    expect(await quiet.retrieveAccountHolder()).toEqual({})
    expect(await quiet.deleteAccountHolder()).toEqual({})
    expect(await quiet.listPaymentMethods()).toEqual([])
  })

  it("believes nothing that is posted to Medusa's own webhook route", async () => {
    expect(await provider().getWebhookActionAndData()).toEqual({
      action: "not_supported",
    })
  })
})
