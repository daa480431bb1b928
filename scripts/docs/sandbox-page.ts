import { z } from "zod"

import { describeMembers } from "../../src/describe-options"
import { createSandbox } from "../../src/sandbox"
import { chaosInput, controlRoutes } from "../../src/sandbox/control/control-routes"
import { quirksSchema, sandboxOptionsSchema } from "../../src/sandbox/options"
import { isShown, list, typeInCode } from "./lists"

/** What JSON Schema has no word for. */
const types: Readonly<Record<string, string>> = {
  clockStart: "`Date`, or a moment in ISO 8601",
  quirks: "quirks, as below",
  formula: "as of `callbacks.formula`",
  faults: "list of faults, as `sandbox.faults.add` takes them",
  latency:
    "milliseconds, or `{ least, most }`, `{ median, sigma }` or `{ base, spike, spikeProbability }`",
}

/** What the answer to a wrong value says, and no reader needs before; a probability is told by its bounds. */
const BOUNDS = /(?! from 0 to 1\b) from -?\d+( to -?\d+)?/g

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
      const kind = types[name] ?? typeInCode(type).replace(BOUNDS, "")
      const inBrackets = [
        (preset === undefined || !isShown(kind)) && kind,
        preset !== undefined && `default \`${preset}\``,
      ]
      return [`\`${name}\` (${inBrackets.filter(Boolean).join("; ")})`, description] as const
    }),
    ...more,
  ])

/** `docs/sandbox-reference.md`, from the schemas and routes of the sandbox. */
export const sandboxPage = (): string => `# Sandbox reference

Generated from the schemas and routes of [the sandbox](sandbox.md).

## Options of \`createSandbox\`

[The command](sandbox.md#the-command) takes the common ones as flags, all from a file.

${membersList(writable, [["`log` (function of a line)", log.description ?? ""]])}

## Chaos with callbacks

For \`sandbox.callbacks.setChaos\` and \`PUT /sandbox/callbacks/chaos\`; replaces what was in force.

${membersList(chaosInput)}

## Quirks

For \`sandbox.setQuirks\`, the option \`quirks\`, the flag \`--quirk\` and \`PUT /sandbox/quirks\`. Replaces what was in force.

${membersList(quirksSchema)}

## Control routes

JSON over HTTP; beyond loopback with the [control token](sandbox.md#beyond-loopback). A change answers the order, or all records of its kind. Errors are
\`{ error }\`: 400 wrong body, 404 unknown record, 409 wrong status.

${controlsList()}
`

const PREFIX = "/sandbox"

/** Served beside the control routes, without their token. */
const HEALTH = "GET /health"

/** What each route is for, where its name does not say it; several that do alike stand together. */
const purposes: readonly (readonly [routes: readonly string[], what: string])[] = [
  [["GET /orders", "GET /orders/:uuid"], ""],
  [
    [
      "POST /orders/:uuid/pay",
      "POST /orders/:uuid/invoice",
      "POST /orders/:uuid/cancel",
      "POST /orders/:uuid/expire",
      "POST /orders/:uuid/remind",
      "POST /orders/:uuid/collect-debt",
    ],
    "Moves it on: `{ note? }`",
  ],
  [
    ["GET /reservations", "POST /reservations/:uuid/confirm", "POST /reservations/:uuid/decline"],
    "",
  ],
  [
    [
      "GET /subscriptions",
      "POST /subscriptions/:uuid/start",
      "POST /subscriptions/:uuid/pay-failed",
    ],
    "Subscriptions; pay a failed payment by its order's identifier",
  ],
  [
    [
      "GET /refund-approvals",
      "POST /refund-approvals/:uuid/approve",
      "POST /refund-approvals/:uuid/reject",
    ],
    "",
  ],
  [
    ["GET /company-checks", "POST /company-checks/:uuid/verify", "POST /company-checks/:uuid/fail"],
    "",
  ],
  [["GET /credit-checks", "GET /customers", "GET /users"], ""],
  [["GET /requests"], "The last calls, without personal data"],
  [["GET /audit"], "Whether anything was billed twice, and the money adds up"],
  [
    [
      "GET /callbacks",
      "GET /callbacks/:number/address",
      "POST /callbacks/:number/resend",
      "POST /callbacks/release",
    ],
    "Callbacks and results; an address, freshly stamped; `release` sends what a reordering holds",
  ],
  [["GET /callbacks/chaos", "PUT /callbacks/chaos"], "`{}` ends it"],
  [
    ["GET /faults", "POST /faults", "DELETE /faults", "DELETE /faults/:id"],
    "Faults in force: `{ fault, operation?, nth?, probability?, times? }`",
  ],
  [
    ["GET /clock", "POST /clock/advance", "PUT /clock"],
    "Moves it by `{ days?, hours?, minutes?, seconds? }`; sets it `{ to }` a moment or `{ skew }` seconds ahead",
  ],
  [["GET /quirks", "PUT /quirks"], "`{}` ends them"],
  [
    ["GET /delayed-refunds", "POST /delayed-refunds/carry-out"],
    "Accepted refunds; carries them out: `{ record? }`",
  ],
  [["GET /snapshot", "PUT /snapshot"], "All records and the clock, as JSON"],
  [["POST /reset"], "Forgets everything, sets the clock back"],
  [["GET /openapi.json"], "The interface as an OpenAPI document"],
  [[HEALTH], "Whether the sandbox serves: `{ healthy: true }`"],
]

const parent = (route: string) => route.slice(0, route.lastIndexOf("/"))
const ending = (route: string) => `…${route.slice(route.lastIndexOf("/"))}`
const whole = (route: string) => route.replace(" ", ` ${PREFIX}`)

/** Whether a route differs from the one before in its last part alone. */
const isBeside = (route: string, before: string | undefined) =>
  before !== undefined && before.split("/").length > 2 && parent(route) === parent(before)

/** The sandbox's control routes, each with what it is for. */
function controlsList(): string {
  const controls = controlRoutes(createSandbox()).routes.map(
    ({ method, path }) => `${method} ${path.replace(/\{.*?\}/g, "")}`
  )
  const routes = [...controls, HEALTH]
  const described = purposes.flatMap(([alike]) => alike)
  const unlike = [
    ...routes.filter((route) => !described.includes(route)),
    ...described.filter((route) => !routes.includes(route)),
  ]
  if (unlike.length > 0) {
    throw new Error(`The page and the routes of the sandbox differ: ${unlike.join(", ")}`)
  }
  return list(
    purposes.map(([alike, what]) => [
      alike
        .map((route, index) => (isBeside(route, alike[index - 1]) ? ending(route) : whole(route)))
        .map((route) => `\`${route}\``)
        .join(", "),
      what,
    ])
  )
}
