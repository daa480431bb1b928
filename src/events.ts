import { z } from "@medusajs/framework/zod"

const id = (what: string) => z.string().describe(what)
const orderId = z.string().nullable().describe("Id of the Medusa order, if any")
const uuid = (of: string) =>
  z.string().nullable().describe(`Identifier of the ${of} at the service, once known`)

/** An event: when it is emitted, and what its `data` hold. */
const event = <const Shape extends z.ZodRawShape>(when: string, data: Shape) => ({
  when,
  data: z.strictObject(data),
})

const recordChange = {
  id: id("Id of the plugin's record (`einvrec_...`)"),
  uuid: uuid("record"),
  order_id: orderId,
  status: z.string().nullable().describe("In the service's words, once known"),
  previous_status: z.string().nullable().describe("The status known before, if any"),
  cause: z.string().describe("The id of an operation, `callback`, `sweep` or `refresh`"),
}

/**
 * Every event a store may subscribe to, by name. They carry opaque ids, statuses and message keys, and nothing personal.
 * The schemas are strict: nothing else is in the data.
 */
export const eInvoiceEvents = {
  "e_invoice.order_created": event(
    "The service has an order: the invoice of a placed Medusa order, or one made beside a checkout.",
    {
      id: id(
        "Id of the e-invoice order (`einvord_...`), or of the plugin's record (`einvrec_...`)"
      ),
      order_id: orderId,
      order_uuid: uuid("order"),
    }
  ),
  "e_invoice.status_changed": event("The status of a checkout's e-invoice order changed.", {
    id: id("Id of the e-invoice order (`einvord_...`)"),
    order_id: orderId,
    status: z.string().nullable().describe("In the service's words; `docs/status.md` lists them"),
    previous_status: z.string().nullable().describe("The status known before, if any"),
    paid: z.boolean().describe("Whether the service ever said PAID"),
  }),
  "e_invoice.in_doubt": event(
    "The creation or a refund of a checkout's e-invoice order is in doubt: staff have to settle it.",
    {
      id: id("Id of the e-invoice order (`einvord_...`)"),
      order_id: orderId,
      what: z.enum(["creation", "refund"]).describe("What is in doubt"),
    }
  ),
  "e_invoice.reservation_changed": event(
    "A reservation was created, changed by an operation, or reported by the service.",
    recordChange
  ),
  "e_invoice.subscription_changed": event(
    "A subscription was created, changed by an operation, or reported by the service.",
    recordChange
  ),
  "e_invoice.record_changed": event(
    "An order made beside a checkout was created or changed, or the service reported a company check.",
    recordChange
  ),
  "e_invoice.refund_decided": event(
    "The service decided about a refund or the credit of an unpaid invoice.",
    {
      id: id(
        "Id of the refund (`einvref_...`), or beside checkouts of the operation (`einvop_...`)"
      ),
      order_id: orderId,
      uuid: uuid("order, reservation or subscription"),
      decision: z
        .enum(["accepted", "refused", "approval_requested"])
        .describe("What the service decided"),
      message_key: z.string().nullable().describe("The service's own word, if any"),
    }
  ),
  "e_invoice.operation_in_doubt": event("An operation is in doubt: staff have to settle it.", {
    id: id("Id of the operation (`einvop_...`)"),
    operation: z.string().describe("Which operation, such as `reservations.capture`"),
    order_id: orderId,
  }),
} as const

/** Name of an event. */
export type EInvoiceEventName = keyof typeof eInvoiceEvents

/** The data of each event, by its name. */
export type EInvoiceEventData = {
  [Name in EInvoiceEventName]: z.infer<(typeof eInvoiceEvents)[Name]["data"]>
}
