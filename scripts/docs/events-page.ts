import { eInvoiceEvents } from "../../src/events"
import { list } from "./lists"

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

const events = Object.entries(eInvoiceEvents)

const lineOf = (field: readonly [string, string]) => list([field])

/** Fields that read alike in several events stand once. */
const shared = [
  ...new Set(
    events
      .flatMap(([, event]) => fieldsOf(event))
      .map(lineOf)
      .filter((line, index, lines) => lines.indexOf(line) !== index)
  ),
]

const nameIn = (line: string) => /^- (`\w+`)/.exec(line)?.[1] ?? ""

/** A shared field goes by its name alone, unless two shared fields have that name. */
const isNamedAlone = (line: string) =>
  shared.includes(line) && shared.filter((other) => nameIn(other) === nameIn(line)).length === 1

const section = ([name, event]: [string, Event]): string => {
  const lines = fieldsOf(event).map(lineOf)
  const alone = lines.filter(isNamedAlone).map(nameIn)
  return [
    `## ${name}`,
    `${event.when}${alone.length > 0 ? ` Has ${alone.join(", ")}` : ""}${
      alone.length === 0 ? "" : alone.length < lines.length ? ", and:" : "."
    }`,
    lines.filter((line) => !isNamedAlone(line)).join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n")
}

/** `docs/events.md`, from the schemas of the events' data. */
export const eventsPage = (): string => `# Events

What the plugin emits on Medusa's event bus, generated from \`src/events.ts\`. The data are ids, statuses and message keys, nothing personal. If a process dies just after it
stored a change, the event is lost: read the [lists](admin-api.md#lists) as well if you must not miss one.

In \`src/subscribers\`:

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

The same module exports their zod schemas, \`eInvoiceEvents\`.

## Fields of several events

${shared.filter(isNamedAlone).join("\n")}

${events.map(section).join("\n\n")}
`
