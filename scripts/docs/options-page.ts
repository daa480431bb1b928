import { describeOptions } from "../../src/describe-options"
import { isShown, list, typeInCode } from "./lists"

type Option = ReturnType<typeof describeOptions>[number]

const kindOf = ({ type, default: preset, required, unit, secret }: Option): string =>
  [
    unit
      ? `${typeInCode(type)}, ${unit}`
      : (preset === undefined || !isShown(typeInCode(type))) && typeInCode(type),
    required && "**required**",
    secret && "secret",
    preset !== undefined && `default \`${preset}\``,
  ]
    .filter(Boolean)
    .join("; ")

/** `docs/options.md`, from the one schema that also checks the options. */
export const optionsPage = (): string => `# Options

A wrong or missing option stops the start with a message that names it. Secret ones never appear in a message, log or answer. Generated from the schema that checks
them.

${list(
  describeOptions().map((option) => [`\`${option.name}\` (${kindOf(option)})`, option.description])
)}

## Operations that differ

By the ids of [operations](operations.md):

\`\`\`ts
import type { OperationOverrides } from "medusa-plugin-einvoice/connect"

const operations: OperationOverrides = {
  "orders.delayed-charge": { enabled: false },
  "orders.create-ehf-invoice": {
    path: "/api/v1/connect/orders/invoice/create/ehf",
  },
}
\`\`\`

Leave \`orders.details\` on: refunds, credits and bills of a difference are made of the lines that it lists. Without it none of them is sent or recorded, and no flag tells of
a wrong VAT.

A path has the operation's own parameters in braces. Where [another reading](operations.md#where-sources-disagree) takes another body, the plugin writes it.
`
