import type EInvoiceModuleService from "../../../modules/e-invoice/service"
import { eraseCustomer, exportCustomer } from "../customer-data"

const now = new Date("2026-03-01T12:00:00Z")

const links = {
  customerId: "cus_1",
  orderIds: ["order_1"],
  cartIds: ["cart_1"],
  shopperDataIds: ["einvshop_1"],
}

const order = (id: string, more: object = {}) => ({
  id,
  state: "succeeded",
  shopper_data_id: null,
  remote_customer_uuid: null,
  grand_total: "149.00",
  raw_grand_total: { value: "149" },
  callback_token_hash: "secret",
  ...more,
})

const record = (id: string, more: object = {}) => ({
  id,
  kind: "reservation",
  remote_uuid: null,
  remote_customer_uuid: null,
  ...more,
})

const operation = (id: string, more: object = {}) => ({
  id,
  state: "succeeded",
  subject_kind: "reservation",
  subject_uuid: null,
  request: { params: { customer_uuid: "CUS1" }, body: { amount: 149, email: "kari@example.com" } },
  answer: { httpStatus: 201, messageKey: "created", data: { name: "Kari" }, raw: {} },
  idempotency_key: "key",
  request_hash: "hash",
  sealed_request: "sealed",
  ...more,
})

/** A module that keeps these rows of the customer, and writes down what it is told. */
function module({
  orders = [order("einvord_1")],
  operations = [operation("einvop_1")],
  records = [record("einvrec_1")],
}: {
  orders?: ReturnType<typeof order>[]
  operations?: ReturnType<typeof operation>[]
  records?: ReturnType<typeof record>[]
} = {}) {
  const told: unknown[][] = []
  const note =
    (what: string, result?: unknown) =>
    async (...given: unknown[]) => {
      told.push([what, ...given])
      return result
    }
  const stores = {
    clock: { now: () => now },
    orders: {
      ofCustomer: note("orders of", orders),
      forgetShopperData: note("forget shopper data"),
      eraseCustomers: note("erase orders"),
    },
    operations: {
      ofCustomer: note("operations of", operations),
      eraseCustomer: note("erase operation"),
    },
    records: { ofCustomer: note("records of", records), eraseCustomers: note("erase records") },
    timeline: {
      eraseNotes: note("erase notes"),
      recordOnce: note("record"),
      rowsOf: async (ids: string[]) =>
        [...ids, "einvord_9"].map((id) => ({ e_invoice_order_id: id, action: "create" })),
    },
    inbox: {
      forgetProcessedOf: note("forget callbacks", 4),
      rowsOf: async () => [{ e_invoice_order_id: "einvord_2", parameters: {} }],
    },
    refunds: {
      list: async (...ids: string[]) =>
        ids.map((id) => ({ e_invoice_order_id: id, amount: "10.00", raw_amount: {} })),
    },
    shopperData: {
      eraseAll: note("erase shopper data", 2),
      kept: async (ids: string[]) => ids.map((id) => ({ id, expires_at: now, sealed: "text" })),
    },
  }
  const eInvoice = {
    ...stores,
    inTransaction: (work: (within: unknown) => unknown) => work(stores),
  } as unknown as EInvoiceModuleService
  const toldOf = (what: string) => told.filter(([name]) => name === what).map(([, ...rest]) => rest)
  return { eInvoice, toldOf }
}

it("finds a customer by orders, carts, sessions, and what the service calls them", async () => {
  const { eInvoice, toldOf } = module({
    orders: [
      order("einvord_1", { remote_customer_uuid: "CUS1", shopper_data_id: "einvshop_2" }),
      order("einvord_2", { shopper_data_id: "einvshop_1" }),
    ],
    records: [
      record("einvrec_1", { remote_customer_uuid: "CUS2", remote_uuid: "RES1" }),
      record("einvrec_2"),
    ],
  })
  const { checkout_data: checkoutData } = await exportCustomer(eInvoice, links)

  expect(toldOf("orders of")).toEqual([[["order_1"], ["cart_1"]]])
  expect(toldOf("records of")).toEqual([["cus_1", ["order_1"]]])
  expect(toldOf("operations of")).toEqual([
    [
      {
        customerId: "cus_1",
        orderIds: ["order_1"],
        eInvoiceOrderIds: ["einvord_1", "einvord_2"],
        recordIds: ["einvrec_1", "einvrec_2"],
        subjects: [{ kind: "reservation", uuid: "RES1" }],
        remoteCustomerUuids: ["CUS1", "CUS2"],
      },
    ],
  ])
  expect(checkoutData).toEqual([
    { id: "einvshop_1", erased_at_latest: now },
    { id: "einvshop_2", erased_at_latest: now },
  ])
})

it("hands over each order with what happened to it, and nothing that opens anything", async () => {
  const { eInvoice } = module({ orders: [order("einvord_1"), order("einvord_2")] })
  const shown = await exportCustomer(eInvoice, links)

  expect(shown.customer_id).toBe("cus_1")
  expect(shown.e_invoice_orders).toEqual([
    expect.objectContaining({
      id: "einvord_1",
      grand_total: "149.00",
      timeline: [{ e_invoice_order_id: "einvord_1", action: "create" }],
      callbacks: [],
      refunds: [{ e_invoice_order_id: "einvord_1", amount: "10.00" }],
    }),
    expect.objectContaining({
      id: "einvord_2",
      callbacks: [{ e_invoice_order_id: "einvord_2", parameters: {} }],
    }),
  ])
  expect(shown.operations).toMatchObject([{ id: "einvop_1" }])
  expect(shown.records).toMatchObject([{ id: "einvrec_1" }])
  const text = JSON.stringify(shown)
  for (const column of [
    "callback_token_hash",
    "idempotency_key",
    "request_hash",
    "sealed",
    "raw_grand_total",
    "raw_amount",
  ]) {
    expect(text).not.toContain(column)
  }
})

describe("eraseCustomer", () => {
  const erase = async (given: Parameters<typeof module>[0] = {}) => {
    const { eInvoice, toldOf } = module(given)
    return { toldOf, erasure: await eraseCustomer(eInvoice, links, { actor: "admin:usr_1" }) }
  }

  it("erases what tells of the customer, and leaves what a voucher is made of", async () => {
    const { erasure, toldOf } = await erase()

    expect(erasure).toEqual({
      customer_id: "cus_1",
      erased: { checkout_data: 2, e_invoice_orders: 1, callbacks: 4, operations: 1, records: 1 },
      waiting: [],
    })
    expect(toldOf("erase operation")).toEqual([
      [
        "einvop_1",
        {
          request: { body: { amount: 149 } },
          answer: { httpStatus: 201, messageKey: "created", data: null },
        },
        now,
      ],
    ])
    expect(toldOf("forget shopper data")).toEqual([[["einvshop_1"]]])
    expect(toldOf("erase shopper data")).toEqual([[["einvshop_1"]]])
    expect(toldOf("erase orders")).toEqual([[["einvord_1"], now]])
    expect(toldOf("erase notes")).toEqual([[["einvord_1"], now]])
    expect(toldOf("erase records")).toEqual([[["einvrec_1"], now]])
    expect(toldOf("forget callbacks")).toEqual([[["einvord_1", "einvrec_1"]]])
    expect(toldOf("record")).toEqual([
      [
        {
          eInvoiceOrderId: "einvord_1",
          actor: "admin:usr_1",
          action: "erase-personal-data",
          outcome: "done",
        },
        now,
      ],
    ])
  })

  it("erases an operation that has no answer", async () => {
    const { toldOf } = await erase({ operations: [operation("einvop_1", { answer: null })] })

    expect(toldOf("erase operation")[0]?.[1]).toMatchObject({ answer: null })
  })

  it.each(["sending", "in_doubt"])("waits for what is %s", async (state) => {
    const { erasure, toldOf } = await erase({
      orders: [order("einvord_1", { state }), order("einvord_2")],
      operations: [operation("einvop_1", { state }), operation("einvop_2")],
    })

    expect(erasure).toMatchObject({
      erased: { e_invoice_orders: 1, operations: 1 },
      waiting: [
        { kind: "e_invoice_order", id: "einvord_1" },
        { kind: "operation", id: "einvop_1" },
      ],
    })
    expect(toldOf("erase orders")[0]?.[0]).toEqual(["einvord_2"])
    expect(toldOf("erase operation").map(([id]) => id)).toEqual(["einvop_2"])
    expect(toldOf("record")).toHaveLength(1)
  })

  it("leaves the record on which one waits, so that it is found again", async () => {
    const on = (subject_uuid: string | null, subject_kind = "reservation") => ({
      subject_kind,
      subject_uuid,
      state: "in_doubt",
    })
    const { erasure, toldOf } = await erase({
      operations: [
        operation("einvop_1", on("RES1")),
        operation("einvop_2", on(null)),
        operation("einvop_3", on("RES3", "order")),
        operation("einvop_4", { ...on("RES4"), state: "succeeded" }),
      ],
      records: [
        record("einvrec_1", { remote_uuid: "RES1" }),
        record("einvrec_2"),
        record("einvrec_3", { remote_uuid: "RES3" }),
        record("einvrec_4", { remote_uuid: "RES4" }),
      ],
    })

    expect(toldOf("erase records")[0]?.[0]).toEqual(["einvrec_2", "einvrec_3", "einvrec_4"])
    expect(erasure.erased.records).toBe(3)
  })
})
