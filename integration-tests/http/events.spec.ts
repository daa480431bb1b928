import { Modules } from "@medusajs/framework/utils"

import { type EInvoiceEventData, type EInvoiceEventName, eInvoiceEvents } from "../../src/events"
import { sweepEInvoiceOrders } from "../../src/workflows"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { eventually } from "./support/eventually"
import { OperationDesk } from "./support/operation-desk"
import * as requests from "./support/operation-requests"
import { purchase } from "./support/purchase"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"

const MINUTE = 60_000

const names = Object.keys(eInvoiceEvents) as EInvoiceEventName[]

eInvoiceSuite("events", {}, (suite) => {
  const { sandbox } = suite
  let desk: OperationDesk
  const told: { name: EInvoiceEventName; data: unknown }[] = []

  beforeAll(() => {
    const bus = suite.container.resolve(Modules.EVENT_BUS)
    for (const name of names) {
      bus.subscribe(
        name,
        async ({ data }) => {
          told.push({ name, data })
        },
        { subscriberId: `test-${name}` }
      )
    }
  })
  beforeEach(async () => {
    desk = await OperationDesk.open(suite)
    told.length = 0
  })

  /** All that was told by this name, each held to the event's schema, which lets nothing else in. */
  const tellings = <Name extends EInvoiceEventName>(name: Name): EInvoiceEventData[Name][] => {
    const schema = eInvoiceEvents[name].data
    return told
      .filter((one) => one.name === name)
      .map(({ data }) => schema.parse(data) as EInvoiceEventData[Name])
  }
  const isTold = <Name extends EInvoiceEventName>(
    name: Name,
    ...data: Partial<EInvoiceEventData[Name]>[]
  ) =>
    eventually(async () => {
      expect(tellings(name)).toEqual(data.map((one) => expect.objectContaining(one)))
    })

  afterEach(() => {
    const text = JSON.stringify(told)
    for (const personal of [
      PERSONAL_NUMBER,
      "Nordmann",
      "example.com",
      "40000000",
      "Storgata",
      "/hooks/e-invoice/",
    ]) {
      expect(text).not.toContain(personal)
    }
    for (const { name } of told) {
      tellings(name)
    }
  })

  it("tell of a checkout's order, its status and its refund", async () => {
    const bought = await purchase(suite)
    const { id, orderId: order_id, uuid } = bought
    await isTold("e_invoice.order_created", { id, order_id, order_uuid: uuid })

    sandbox.pay(uuid)
    await isTold("e_invoice.status_changed", {
      id,
      order_id,
      status: "PAID",
      previous_status: "SENT",
      paid: true,
    })
    await eventually(async () => {
      const { captured_at: at } = await bought.merchant.payment(order_id)
      expect(at).toBeTruthy()
    })

    await bought.merchant.refund(order_id, bought.total)
    await isTold("e_invoice.refund_decided", {
      order_id,
      uuid,
      decision: "accepted",
      message_key: null,
    })
  })

  it("tell of an order in doubt", async () => {
    sandbox.faults.add({
      fault: "after:drop",
      operation: "orders.create-e-invoice",
      times: 1,
    })
    sandbox.faults.add({
      fault: "401",
      operation: "orders.details-by-date-range",
    })
    const shopper = await Shopper.arrive(suite)
    await shopper.buy()

    await sweepEInvoiceOrders(suite.container, {
      now: new Date(Date.now() + 5 * MINUTE),
    })

    await isTold("e_invoice.in_doubt", { what: "creation" })
  })

  it("tell of an order made beside a checkout", async () => {
    const uuid = await desk.paymentLink()
    await isTold("e_invoice.order_created", { order_uuid: uuid })
    sandbox.pay(uuid)
    await isTold(
      "e_invoice.record_changed",
      {
        uuid,
        status: "SENT",
        previous_status: null,
        cause: "orders.create-payment-link",
      },
      { uuid, status: "PAID", previous_status: "SENT", cause: "callback" }
    )
  })

  it("tell of a company check that the service reports, which is found by name", async () => {
    const uuid = await desk.create("companies.check", {
      companyId: "999888777",
      callback: requests.redirects,
    })
    sandbox.companyChecks.verify(uuid)
    await isTold(
      "e_invoice.record_changed",
      { uuid, cause: "companies.check" },
      { uuid, cause: "callback" }
    )

    // What the service calls the company is known once it was asked, and found.
    const { body } = await desk.request<{ data: { companyName: string }[] }>(
      "companies.information",
      { params: { company_id: "999888777" } }
    )
    const name = body.data[0]?.companyName ?? ""
    const found = await desk.get<{ records: object[] }>(
      `/records?kind=company-check&q=${encodeURIComponent(name)}`
    )
    expect(name).not.toBe("")
    expect(found.body.records).toMatchObject([{ remote_uuid: uuid, company_name: name }])
  })

  it("tell of a reservation", async () => {
    const uuid = await desk.reservation()
    sandbox.reservations.confirm(uuid)
    await isTold(
      "e_invoice.reservation_changed",
      { uuid, status: "SENT", cause: "reservations.submit" },
      { uuid, status: "RESERVED", previous_status: "SENT", cause: "callback" }
    )
    await desk.call("reservations.capture", {
      at: uuid,
      body: await desk.shares("reservations.details", uuid),
    })
    await eventually(async () => {
      expect(tellings("e_invoice.reservation_changed")).toContainEqual(
        expect.objectContaining({
          uuid,
          status: "CAPTURED",
          cause: "reservations.capture",
        })
      )
    })
  })

  it("tell of a subscription", async () => {
    const uuid = await desk.subscription()
    sandbox.subscriptions.start(uuid)
    await desk.call("subscriptions.details", { at: uuid })
    await desk.call("subscriptions.cancel", { at: uuid, body: { note: "Moved" } })
    await isTold(
      "e_invoice.subscription_changed",
      { uuid, status: "SENT", cause: "subscriptions.create" },
      { uuid, status: "ONGOING", cause: "subscriptions.details" },
      {
        uuid,
        status: "CANCELLED",
        previous_status: "ONGOING",
        cause: "subscriptions.cancel",
      }
    )
  })

  it("tell what the service decided about a refund", async () => {
    const uuid = await desk.paidOrder()
    const shares = await desk.shares("orders.details", uuid)
    const refund = { type: "regular", ...shares }
    await desk.call("refunds.request-approval", {
      at: uuid,
      body: {
        ...refund,
        message: "refundRejectionForWeeklyThresholdExceed",
      },
    })
    await desk.call("orders.refund", { at: uuid, body: refund })
    await desk.call("orders.refund", {
      at: uuid,
      body: {
        ...refund,
        grandTotal: "1.00",
        products: [{ ...shares.products[0], amount: "1.00" }],
      },
    })
    await isTold(
      "e_invoice.refund_decided",
      { uuid, decision: "approval_requested" },
      {
        uuid,
        decision: "accepted",
        message_key: "orderRefundedSuccessfully",
      },
      {
        uuid,
        decision: "refused",
        message_key: "refundRejectionForRefundedCancelledInvoicedOrderParamRefunded",
      }
    )
  })

  it("tell of an operation in doubt", async () => {
    const uuid = await desk.reserved()
    const shares = await desk.shares("reservations.details", uuid)
    sandbox.faults.add({
      fault: "after:drop",
      operation: "reservations.capture",
      times: 1,
    })
    await desk.call("reservations.capture", { at: uuid, body: shares })
    await isTold("e_invoice.operation_in_doubt", {
      operation: "reservations.capture",
    })
  })
})
