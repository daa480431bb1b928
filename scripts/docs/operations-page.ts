import { type Operation, operationIds, operationOf } from "../../src/connect"
import { list, table } from "./table"

const restsOn = ({ provenance, assumed = [] }: Operation): string =>
  provenance === "assumed" || assumed.length === 0
    ? provenance
    : `${provenance}; assumed: ${assumed.join(", ")}`

const restrictions = ({ preconditions = [] }: Operation): string[] =>
  preconditions.map((rule) => {
    const when = rule.when ? ` when \`${rule.when.field}\` is \`${rule.when.is}\`` : ""
    return "allowed" in rule
      ? `${rule.record} must be ${rule.allowed.join(", ")}${when} (else \`${rule.messageKey}\`)`
      : Object.entries(rule.refused)
          .map(([status, key]) => `${rule.record} must not be ${status}${when} (\`${key}\`)`)
          .join("; ")
  })

const conflicts = ({ alternatives = [] }: Operation): string[] =>
  alternatives.map(({ body, method, path, source }) =>
    [
      method && `\`${method}\``,
      path && `\`${path}\``,
      `(${source})`,
      body && "with a body of its own, which the plugin writes",
    ]
      .filter(Boolean)
      .join(" ")
  )

/** A request that sets all that an inverse may have to leave. */
const allGiven = { personalNumber: "given", additionalContact: "given" }

const undoing = (id: (typeof operationIds)[number]): string => {
  const { inverse } = operationOf(id)
  if (!inverse) {
    return "reads only"
  }
  if ("none" in inverse) {
    return inverse.none
  }
  const all = inverse.leaves?.({ body: allGiven })
  return [`by \`${inverse.operation}\``, all].filter(Boolean).join(". ")
}

/** `docs/operations.md`, from the catalogue. */
export function operationsPage(): string {
  const operations = operationIds.map((id) => ({ ...operationOf(id), id }))
  return `# Operations

Every operation of the service's interface as this plugin calls it. Generated from \`src/connect/catalogue.ts\`.

What an entry rests on: \`specification\` (the interface specification), \`documentation\` (the operator's public
documentation), \`assumed\` (by analogy: nothing better is published; the answer's schema is lenient, and the raw answer is
shown). The option \`operations\` corrects any entry,
\`operations: { "orders.delayed-charge": { path: "/api/v1/connect/orders/charge/{order_uuid}" } }\`, or switches it off,
\`operations: { "orders.delayed-charge": { enabled: false } }\`: [options.md](options.md#operations-that-differ).

Safety: \`read\` changes nothing; \`idempotent\` may be repeated; \`once\` is never sent again after bytes went out.

## Addresses

${table(
  ["Operation", "Method and path", "Safety"],
  operations.map((operation) => [
    `\`${operation.id}\``,
    `\`${operation.method} ${operation.path}\``,
    operation.safety,
  ])
)}

## Published names, and what each rests on

${table(
  ["Operation", "Published name", "Rests on"],
  operations.map((operation) => [`\`${operation.id}\``, operation.title, restsOn(operation)])
)}

## Where sources disagree

The path above is the default; another reading can be chosen by the option \`operations\`.

${list(
  operations.flatMap((operation) =>
    conflicts(operation).map((other) => [`\`${operation.id}\``, other] as const)
  )
)}

## Status preconditions

${list(
  operations.flatMap((operation) =>
    restrictions(operation).map((rule) => [`\`${operation.id}\``, rule] as const)
  )
)}

## The workflow, and how an operation is undone

\`performOperationWorkflow\`, exported from \`medusa-plugin-einvoice/workflows\`, carries out every operation that changes
something; over HTTP it is [\`POST /admin/e-invoice/operations/:id\`](admin-api.md#operations-of-the-service). It takes the
id of an operation that \`prepareEInvoiceOperation\` checked, wrote down under its idempotency key, and keeps encrypted:
requests carry personal data, and Medusa may store a workflow's input. The request is erased when the service answered, or
after an hour. When a later step of a surrounding workflow fails, the operation is undone where the service has a way back.

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

As a step of a workflow of your own: \`performOperationWorkflow.runAsStep({ input })\`, with the \`input\` prepared before it
runs.

${list(
  operations.filter(({ safety }) => safety !== "read").map(({ id }) => [`\`${id}\``, undoing(id)])
)}
`
}
