import path from "node:path"
import { parseArgs } from "node:util"
import { DemoError } from "./demo-error"
import { demoServices, type DemoPorts } from "./ports"

export const USAGE = `Usage: npm run demo -- [options]

A Norwegian store with this plugin, a sandbox of the invoicing service and a
small storefront, on this machine alone. Places one order, pays it, tells what
happened, fills the store with orders, reservations and subscriptions to look
at, and serves until Ctrl-C. Needs nothing but Node and npm.

Options
  --once                    end after the order; the exit code is 0 only when
                            the payment was captured
  --no-order                place no order; only serve an empty store
  --no-life                 place the one order only
  --watch                   restart store and sandbox when their sources change,
                            and serve the storefront from its sources
  --keep                    keep the data until the next start with --keep
  --folder <path>           where data and logs go (default .demo)
  --store-port <number>     Medusa's port (default 9000)
  --admin-port <number>     Medusa Admin's port (default 9001)
  --storefront-port <number>
                            the storefront's port (default 8000)
  --sandbox-port <number>   the sandbox's port (default 9100)
  --help                    this text

A default port that is taken gives way to a free one; 0 asks for any free one.
`

export type DemoArguments = {
  help: boolean
  once: boolean
  placeOrder: boolean
  /** Whether to fill a fresh store with more than the one order. */
  life: boolean
  keep: boolean
  /** Whether a change of the sources is served. */
  watch: boolean
  /** Full path. */
  folder: string
  /** Ports the person insists on. */
  ports: Partial<DemoPorts>
}

/**
 * Reads the command line.
 *
 * @throws DemoError naming the argument
 */
export function readArguments(args: readonly string[]): DemoArguments {
  const values = parse(args)
  const ports: Partial<DemoPorts> = {}
  for (const service of demoServices) {
    const text = values[`${service}-port`]
    if (text !== undefined) {
      ports[service] = portNumber(`--${service}-port`, text)
    }
  }
  return {
    help: values.help ?? false,
    once: values.once ?? false,
    placeOrder: !values["no-order"],
    life: !values["no-order"] && !values["no-life"],
    keep: values.keep ?? false,
    watch: values.watch ?? false,
    folder: path.resolve(values.folder ?? ".demo"),
    ports,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean", short: "h" },
        once: { type: "boolean" },
        "no-order": { type: "boolean" },
        "no-life": { type: "boolean" },
        keep: { type: "boolean" },
        watch: { type: "boolean" },
        folder: { type: "string" },
        "store-port": { type: "string" },
        "admin-port": { type: "string" },
        "storefront-port": { type: "string" },
        "sandbox-port": { type: "string" },
      },
    }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DemoError(`${reason}\nSee npm run demo -- --help`)
  }
}

function portNumber(name: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new DemoError(`${name} must be a number from 0 to 65535.`)
  }
  return port
}
