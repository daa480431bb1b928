import { z } from "zod"

import { describeMembers } from "../../src/describe-options"
import { chaosInput } from "../../src/sandbox/control/control-routes"
import { sandboxOptionsSchema } from "../../src/sandbox/options"
import { quirksSchema } from "../../src/sandbox/options"
import { controlsList } from "./sandbox-controls"
import { list } from "./table"

/** What JSON Schema has no word for. */
const types: Readonly<Record<string, string>> = {
  clockStart: "`Date`, or a moment in ISO 8601",
  quirks: "quirks, as below",
  faults: "list of faults, as `sandbox.faults.add` takes them",
}

const { log, quirks, seed } = sandboxOptionsSchema.shape

/** Neither a function nor a default that differs each time can be written as JSON. */
const writable = sandboxOptionsSchema.omit({ log: true, quirks: true }).extend({
  quirks: z
    .unknown()
    .optional()
    .describe(quirks.description ?? ""),
  seed: seed
    .unwrap()
    .optional()
    .describe(seed.description ?? ""),
})

const membersList = (schema: z.ZodObject, more: readonly (readonly [string, string])[] = []) =>
  list([
    ...describeMembers(schema).map(({ name, type, default: preset, description }) => {
      const kind = types[name] ?? type
      return [
        `\`${name}\` (${preset === undefined ? kind : `${kind}; default \`${preset}\``})`,
        description,
      ] as const
    }),
    ...more,
  ])

/** `docs/sandbox-reference.md`, from the schemas and routes of the sandbox. */
export const sandboxPage = (): string => `# Sandbox reference

Options and control routes of [the sandbox](sandbox.md), generated from its schemas and routes.

## Options of \`createSandbox\`

[The command](sandbox.md#the-command) takes the common ones as flags, and all from a file.

${membersList(writable, [["`log` (function of a line)", log.description ?? ""]])}

## Chaos with callbacks

For \`sandbox.callbacks.setChaos\` and \`PUT /sandbox/callbacks/chaos\`, in place of what was in force.

${membersList(chaosInput)}

## Quirks

For \`sandbox.setQuirks\`, the option \`quirks\`, the flag \`--quirk\` and \`PUT /sandbox/quirks\`, in place of what was in force.

${membersList(quirksSchema)}

## Control routes

JSON over HTTP. Beyond loopback they take the [control token](sandbox.md#beyond-loopback). What moves an order on answers that order; what moves
another record on answers the list of its kind. A wrong body is answered 400, an unknown record 404, a status that forbids it 409, each
with \`{ error }\`.

${controlsList()}
`
