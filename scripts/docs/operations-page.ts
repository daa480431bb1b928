import { type Operation, operationIds, operationOf } from "../../src/connect"
import { list } from "./lists"

/** Nearly every path of the catalogue begins so; the page says it once. */
const BASE = "/api/v1/connect"

const below = (path: string) => path.replace(BASE, "…")

/** Assumed parts without which a call does not arrive; the OpenAPI document has the others. */
const onTheWay = (part: string) => part === "method" || part === "path"

/** What is not said at the head of the page for all. */
const unusual = ({ safety, provenance, assumed = [] }: Operation): string =>
  [
    safety !== "read" && safety,
    provenance !== "documentation" && provenance,
    provenance !== "assumed" &&
      assumed.some(onTheWay) &&
      `assumed: ${assumed.filter(onTheWay).join(", ")}`,
  ]
    .filter(Boolean)
    .map((fact, index) => (index === 0 ? `, ${fact}` : `; ${fact}`))
    .join("")

/** The statuses that an operation needs, without the service's word for each rejection. */
const restrictions = ({ preconditions = [] }: Operation): string[] =>
  preconditions.map((rule) => {
    const when = rule.when ? ` when \`${rule.when.field}\` is \`${rule.when.is}\`` : ""
    const statuses =
      "allowed" in rule ? rule.allowed.join(", ") : `not ${Object.keys(rule.refused).join(", ")}`
    return `${rule.record} ${statuses}${when}`
  })

const conflicts = ({ alternatives = [] }: Operation): string[] =>
  alternatives.map(({ body, method, path, source }) =>
    [method && `\`${method}\``, path && `\`${below(path)}\``, `(${source})`, body && "_own body_"]
      .filter(Boolean)
      .join(" ")
  )

/** A request that sets all that an inverse may have to leave. */
const allGiven = { personalNumber: "given", additionalContact: "given" }

/** What undoes a creation; the head of the page says so for all. */
const CANCELS = ["orders.cancel", "reservations.cancel", "subscriptions.cancel"]

const undoing = (id: (typeof operationIds)[number]): string => {
  const { inverse } = operationOf(id)
  if (!inverse || "none" in inverse) {
    return ""
  }
  if (CANCELS.some((operation) => operation === inverse.operation)) {
    return ""
  }
  const all = inverse.leaves?.({ body: allGiven })
  return [`Undone by \`${inverse.operation}\`.`, all].filter(Boolean).join(" ")
}

/** `docs/operations.md`, from the catalogue. */
export function operationsPage(): string {
  const operations = operationIds.map((id) => ({ ...operationOf(id), id }))
  return `# Operations

\`…\` is \`${BASE}\`. Published names and fields: [openapi.json](openapi.json). To call one: [the Admin API](admin-api.md#operations-of-the-service). Generated from
\`src/connect/operations\`.

- **Safety**: \`read\` unless named; \`idempotent\` may be repeated; \`once\` is never sent again after bytes went out.
- **Source**: the operator's documentation unless named; the \`specification\`; \`assumed\` by analogy, then read leniently and shown raw (parts of body or answer:
  \`x-assumed\` in openapi.json). The [option](options.md#operations-that-differ) \`operations\` corrects an entry or switches it off.
- **Needs**: the statuses that allow it.
- **Undone**: when a later step of a workflow fails, a created order, reservation or subscription is cancelled; other effects stay, unless their entry names what undoes them.

${subjects(operations)}

## Where sources disagree

The default stands above; the option \`operations\` chooses another reading. _Own body_: the plugin writes it.

${list(
  operations.flatMap((operation) =>
    conflicts(operation).map((other) => [`\`${operation.id}\``, other] as const)
  )
)}

## The workflow

\`performOperationWorkflow\` carries out every change. \`prepareEInvoiceOperation\` checks the request and keeps it encrypted, an hour at most: Medusa may store a
workflow's input.

<!-- given
import type { MedusaContainer } from "@medusajs/framework/types"
declare const container: MedusaContainer
-->

\`\`\`ts
import {
  performOperationWorkflow,
  prepareEInvoiceOperation,
} from "medusa-plugin-einvoice/workflows"

const input = await prepareEInvoiceOperation(
  container,
  "reservations.capture",
  {
    params: { reservation_uuid: "RES1234567890" },
    body: { grandTotal: "100.00", products: [{ id: 1, amount: "100.00" }] },
  },
  // The subject, and the intent: the same key never sends twice.
  { actor: "schedule", idempotencyKey: "capture-of-delivery-7" }
)
const { result } = await performOperationWorkflow(container).run({ input })
\`\`\`

As a step of your own workflow: \`performOperationWorkflow.runAsStep({ input })\`.
`
}

type Listed = Operation & { id: (typeof operationIds)[number] }

/** The operations by subject, all that is known of each in one place. */
function subjects(operations: readonly Listed[]): string {
  const subjectOf = ({ id }: Listed) => id.split(".")[0] ?? ""
  return [...new Set(operations.map(subjectOf))]
    .map((subject) => {
      const entries = operations.filter((operation) => subjectOf(operation) === subject)
      return `## ${subject}\n\n${list(entries.map((entry) => [`\`${entry.id}\``, described(entry)]))}`
    })
    .join("\n\n")
}

function described(operation: Listed): string {
  const { id, method, path, safety } = operation
  const needs = restrictions(operation)
  return [
    `\`${method} ${below(path)}\`${unusual(operation)}.`,
    needs.length > 0 && `Needs: ${needs.join("; ")}.`,
    safety !== "read" && undoing(id),
  ]
    .filter(Boolean)
    .join(" ")
}
