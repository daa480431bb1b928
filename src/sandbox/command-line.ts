import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"

import { z } from "zod"

import { checksumFormulas } from "./callbacks/notice"
import { faultKinds } from "./faults/fault"
import { quirksSchema, readQuirk } from "./options"

export const USAGE = `Usage: e-invoice-sandbox [options]

A sandbox of the e-invoice service: keeps orders, answers as the service does,
sends callbacks. No account, no network. Its address is what an application
configures as the service's base address.

Where it listens
  --port <number>      port to listen on; 0 takes any free one (default 9100)
  --host <address>     address to listen on (default 127.0.0.1; elsewhere
                       console and control routes ask for a token)
  --control-token <text>
                       that token (default beyond loopback: a random one)
  --public-url <url>   where browsers reach it, behind a published port or a
                       proxy; pay pages are there (default: where it is called)
What it is
  --config <file>      JSON with any option of the library, and with port, host,
                       controlToken, state and from; a flag goes before it
  --token <text>       bearer token to accept; repeat for more
                       (default sandbox-token)
  --secret <text>      secret of the callback checksum (default sandbox-secret)
  --checksum <name>    revision of the callback checksum:
                       ${Object.keys(checksumFormulas).join(", ")}
  --after-creation <what>
                       what becomes of a new e-invoice order by itself:
                       wait, invoice or pay (default wait)
  --strict-totals      refuse orders whose totals do not add up
  --allow-real-personal-numbers
                       accept personal numbers that are not synthetic
What it keeps
  --state <file>       keep all records and the clock in this file, and go on
                       from there at the next start
  --from <file>        begin with the records of this file (a snapshot), where
                       there is no state yet
Callbacks
  --forward <url>      send every callback there in place of its own address:
                       to the url's path, or else to the callback's own
  --forward console    send none; the console shows them
Bad weather
  --latency <ms>       how long each answer takes (default 0)
  --seed <number>      seed of everything random (default: a fresh one)
  --fault <rule>       fault in force from the start; repeat for more:
                       [operation=]fault[@nth], for example
                       after:drop, 510@1, orders.cancel=429;retry-after=2
  --clock-start <time> where the sandbox's clock starts, in ISO 8601: a moment
                       or a day
  --clock-skew=<s>     seconds by which the sandbox's clock runs ahead of the
                       real one; behind it where they are negative
  --quirk <rule>       quirk in force from the start; repeat for more:
                       name[=value], for example refundDelay=3600, emptyLists
  --help               this text

Faults: ${faultKinds.join(", ")}
(slow-headers=ms, slow-body=ms; before: or after: says whether the operation
takes effect first).
Quirks: ${Object.keys(quirksSchema.shape).join(", ")}.
`

/** The command line breaks a rule; the message is a sentence for the person who typed it. */
export class CommandLineError extends Error {}

/** Where the sandbox listens and what it keeps, and the library's options, which are not checked yet. */
type Settings = {
  port: number
  host: string
  controlToken?: string | undefined
  state?: string | undefined
  from?: string | undefined
  options: Record<string, unknown>
}

type CommandLine = { help: true } | ({ help: false } & Settings)

/**
 * Reads the arguments, and the file that `--config` names. What the sandbox itself checks (a fault's name, the operation) is
 * left to it.
 *
 * @throws CommandLineError naming the argument or the file's member
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parse(args)
  if (values.help) {
    return { help: true }
  }
  const [empty] = Object.entries(values).find(([, value]) => value === "") ?? []
  if (empty !== undefined) {
    throw new CommandLineError(`--${empty} needs a value.`)
  }
  const { port, host, controlToken, state, from, ...configured } = readConfig(values.config)
  return {
    help: false,
    port: wholeNumber("--port", values.port ?? String(port ?? 9100), 65_535),
    host: values.host ?? host ?? "127.0.0.1",
    controlToken: values["control-token"] ?? controlToken,
    state: values.state ?? state,
    from: values.from ?? from,
    options: { ...configured, ...flagged(values, configured) },
  }
}

/** What a file of `--config` holds beside the library's options. */
const configSchema = z.looseObject({
  port: z.int().min(0).max(65_535).optional(),
  host: z.string().min(1).optional(),
  controlToken: z.string().min(1).optional(),
  state: z.string().min(1).optional(),
  from: z.string().min(1).optional(),
  callbacks: z.record(z.string(), z.unknown()).optional(),
  log: z.undefined("is for programs only").optional(),
})

type Config = z.infer<typeof configSchema>

function readConfig(file: string | undefined): Config {
  if (file === undefined) {
    return {}
  }
  try {
    return configSchema.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch (error) {
    const why =
      error instanceof z.ZodError
        ? z.prettifyError(error)
        : String(Reflect.get(Object(error), "message"))
    throw new CommandLineError(`--config ${file} cannot be used: ${why}`)
  }
}

/** The library's options that flags give. */
function flagged(
  values: ReturnType<typeof parse>["values"],
  { callbacks }: Config
): Record<string, unknown> {
  const { checksum: formula, forward: forwardTo } = values
  return {
    ...(values.token && { token: values.token }),
    ...(values.secret !== undefined && { secret: values.secret }),
    ...(values["public-url"] !== undefined && { publicUrl: values["public-url"] }),
    ...(values["after-creation"] !== undefined && { afterCreation: values["after-creation"] }),
    ...(values["clock-start"] !== undefined && { clockStart: values["clock-start"] }),
    ...(values["clock-skew"] !== undefined && { clockSkew: clockSkew(values["clock-skew"]) }),
    ...(values.latency !== undefined && {
      latency: wholeNumber("--latency", values.latency, 600_000),
    }),
    ...(values.seed !== undefined && { seed: wholeNumber("--seed", values.seed, 0xffffffff) }),
    ...(values.quirk && { quirks: Object.assign({}, ...values.quirk.map(readQuirk)) as object }),
    ...(values.fault && { faults: values.fault.map(faultRule) }),
    ...((formula ?? forwardTo) !== undefined && {
      callbacks: { ...callbacks, ...(formula && { formula }), ...(forwardTo && { forwardTo }) },
    }),
    ...(values["allow-real-personal-numbers"] && { allowRealPersonalNumbers: true }),
    ...(values["strict-totals"] && { strictTotals: true }),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        host: { type: "string" },
        "control-token": { type: "string" },
        "public-url": { type: "string" },
        config: { type: "string" },
        checksum: { type: "string" },
        "after-creation": { type: "string" },
        state: { type: "string" },
        from: { type: "string" },
        forward: { type: "string" },
        "clock-start": { type: "string" },
        token: { type: "string", multiple: true },
        secret: { type: "string" },
        latency: { type: "string" },
        seed: { type: "string" },
        fault: { type: "string", multiple: true },
        "clock-skew": { type: "string" },
        quirk: { type: "string", multiple: true },
        "allow-real-personal-numbers": { type: "boolean" },
        "strict-totals": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    })
  } catch (error) {
    throw new CommandLineError(error instanceof Error ? error.message : String(error))
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > most) {
    throw new CommandLineError(`${name} must be a whole number from 0 to ${most}.`)
  }
  return value
}

function clockSkew(text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) {
    throw new CommandLineError(
      "--clock-skew must be a whole number of seconds, for example --clock-skew=-360."
    )
  }
  return Number(text)
}

const FAULT_RULE = /^(?:([a-z-]+\.[a-z-]+|all)=)?([^@]+)(?:@(\d+))?$/

function faultRule(text: string) {
  const [, operation, fault, nth] = FAULT_RULE.exec(text) ?? []
  if (fault === undefined) {
    throw new CommandLineError(
      "--fault is written [operation=]fault[@nth], for example after:drop@1."
    )
  }
  return {
    fault,
    ...(operation !== undefined && { operation }),
    ...(nth !== undefined && { nth: Number(nth) }),
  }
}
