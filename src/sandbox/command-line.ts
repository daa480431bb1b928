import { parseArgs } from "node:util"
import { faultKinds } from "./faults/fault"
import { quirksSchema, readQuirk } from "./quirks"

export const USAGE = `Usage: e-invoice-sandbox [options]

A sandbox of the e-invoice service: keeps orders, answers as the service does,
sends callbacks. No account, no network. Its address is what an application
configures as the service's base address.

Options
  --port <number>      port to listen on; 0 takes any free one (default 9100)
  --host <address>     address to listen on (default 127.0.0.1; anything else
                       lets others on the network use the console)
  --token <text>       bearer token to accept; repeat for more
                       (default sandbox-token)
  --secret <text>      secret of the callback checksum (default sandbox-secret)
  --latency <ms>       how long each answer takes (default 0)
  --seed <number>      seed of everything random (default: a fresh one)
  --fault <rule>       fault in force from the start; repeat for more:
                       [operation=]fault[@nth], for example
                       after:drop, 510@1, orders.cancel=429;retry-after=2
  --clock-skew=<s>     seconds by which the sandbox's clock runs ahead of the
                       real one; behind it where they are negative
  --quirk <rule>       quirk in force from the start; repeat for more:
                       name[=value], for example refundDelay=3600, emptyLists
  --allow-real-personal-numbers
                       accept personal numbers that are not synthetic
  --strict-totals      refuse orders whose totals do not add up
  --help               this text

Faults: ${faultKinds.join(", ")}
(slow-headers=ms, slow-body=ms; before: or after: says whether the operation
takes effect first).
Quirks: ${Object.keys(quirksSchema.shape).join(", ")}.
`

/** The command line breaks a rule; the message is a sentence for the person who typed it. */
export class CommandLineError extends Error {}

export type CommandLine =
  | { help: true }
  | {
      help: false
      port: number
      host: string
      options: Record<string, unknown>
    }

/**
 * Reads the arguments. What the sandbox itself checks (a fault's name, the operation) is left to it.
 *
 * @throws CommandLineError naming the argument
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parse(args)
  if (values.help) {
    return { help: true }
  }
  return {
    help: false,
    port: wholeNumber("--port", values.port ?? "9100", 65_535),
    host: values.host ?? "127.0.0.1",
    options: {
      ...(values.token && { token: values.token }),
      ...(values.secret !== undefined && { secret: values.secret }),
      ...(values.latency !== undefined && {
        latency: wholeNumber("--latency", values.latency, 600_000),
      }),
      ...(values.seed !== undefined && {
        seed: wholeNumber("--seed", values.seed, 0xffffffff),
      }),
      ...(values["clock-skew"] !== undefined && {
        clockSkew: clockSkew(values["clock-skew"]),
      }),
      ...(values.quirk && {
        quirks: Object.assign({}, ...values.quirk.map(readQuirk)) as object,
      }),
      ...(values.fault && { faults: values.fault.map(faultRule) }),
      allowRealPersonalNumbers: values["allow-real-personal-numbers"] ?? false,
      strictTotals: values["strict-totals"] ?? false,
    },
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        host: { type: "string" },
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
