import { eInvoiceEvents } from "../../src/events"
import { list } from "./table"

type Field = {
  description?: string
  type?: string
  anyOf?: Field[]
  enum?: string[]
}

const kindOf = ({ type, anyOf, enum: values }: Field): string =>
  anyOf?.map(kindOf).join(" or ") ??
  values?.map((value) => `\`"${value}"\``).join(", ") ??
  `\`${type ?? "unknown"}\``

type Event = (typeof eInvoiceEvents)[keyof typeof eInvoiceEvents]

const fieldsOf = ({ data }: Event): [string, string][] =>
  Object.entries(data.toJSONSchema().properties ?? {}).map(([name, field]) => [
    `\`${name}\` (${kindOf(field as Field)})`,
    (field as Field).description ?? "",
  ])

const section = ([name, event]: [string, Event]): string => `## ${name}

${event.when}

${list(fieldsOf(event))}`

/** `docs/events.md`, from the schemas of the events' data. */
export const eventsPage = (): string => `# Events

The plugin emits these on Medusa's own event bus. Generated from \`src/events.ts\`.

Their data are opaque ids, statuses and message keys, and nothing personal: you may log, queue and forward them. To read the record
itself, use its id with the [Admin API](admin-api.md) or the module.

The plugin emits an event as soon as the change is stored; the event stays true if a later step fails. If the process dies at that very
moment, the event is lost: a subscriber that must not miss anything reads the lists as well.

## Subscribing

In a file in the store's \`src/subscribers\`:

\`\`\`ts
import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import type { EInvoiceEventData } from "medusa-plugin-einvoice/events"

type Paid = EInvoiceEventData["e_invoice.status_changed"]

export default async function tellTheWarehouse({
  event: { data },
  container,
}: SubscriberArgs<Paid>) {
  if (data.paid && data.order_id !== null) {
    container.resolve("logger").info(\`Order \${data.order_id} is paid.\`)
  }
}

export const config: SubscriberConfig = {
  event: "e_invoice.status_changed",
  context: { subscriberId: "tell-the-warehouse" },
}
\`\`\`

\`medusa-plugin-einvoice/events\` exports \`eInvoiceEvents\` (each event's zod schema, by name) and the types
\`EInvoiceEventName\` and \`EInvoiceEventData\`.

${Object.entries(eInvoiceEvents).map(section).join("\n\n")}
`
