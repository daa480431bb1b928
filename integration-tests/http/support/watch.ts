import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import type { EInvoiceSuite } from "./e-invoice-suite"
import { dumpDatabase } from "./database-dump"

/** A place where a text was found, and what stands around it. */
export type Finding = { readonly place: string; readonly near: string }

type Seen = { readonly place: string; readonly text: string }

/**
 * Keeps everything that leaves the store while a test runs: log lines at every level, events, and answers of its APIs.
 * What is kept for good (the database, the sandbox's logs) is read when it is searched.
 */
export class Watch {
  readonly #seen: Seen[] = []
  readonly #sandboxLog: string[]

  /** @param sandboxLog lines that the sandbox's `log` option was given */
  constructor(
    private readonly suite: EInvoiceSuite,
    sandboxLog: string[]
  ) {
    this.#sandboxLog = sandboxLog
  }

  /** Begins to watch; jest's `restoreAllMocks` ends it. */
  begin(): void {
    this.#seen.length = 0
    this.#sandboxLog.length = 0
    for (const stream of [process.stdout, process.stderr]) {
      const write = stream.write.bind(stream)
      jest.spyOn(stream, "write").mockImplementation((chunk, ...rest) => {
        this.#seen.push({ place: "log", text: String(chunk) })
        return write(chunk, ...(rest as []))
      })
    }
    // At every level, whatever the store's own setting.
    this.suite.container.resolve(ContainerRegistrationKeys.LOGGER).setLogLevel("silly")
    const bus = this.suite.container.resolve(Modules.EVENT_BUS)
    const emit = bus.emit.bind(bus)
    jest.spyOn(bus, "emit").mockImplementation((events, options) => {
      this.#seen.push({ place: "event", text: JSON.stringify(events) })
      return emit(events, options)
    })
    const call = globalThis.fetch
    jest.spyOn(globalThis, "fetch").mockImplementation(async (...request) => {
      const response = await call(...request)
      const [address] = request
      this.#seen.push({
        place: `answer ${new URL(String(address)).pathname}`,
        text: `${JSON.stringify([...response.headers])} ${await response.clone().text()}`,
      })
      return response
    })
  }

  /** What was seen at a kind of place, as one text: to know that watching works. */
  seenAt(place: "log" | "event" | "answer"): string {
    return this.#seen
      .filter((seen) => seen.place.startsWith(place))
      .map(({ text }) => text)
      .join("\n")
  }

  /** Every place that shows one of these texts. */
  async find(...texts: string[]): Promise<Finding[]> {
    const { sandbox } = this.suite
    const everything: Seen[] = [
      ...this.#seen,
      ...(await dumpDatabase(this.suite)),
      { place: "sandbox log", text: this.#sandboxLog.join("\n") },
      { place: "sandbox requests", text: JSON.stringify(sandbox.requests()) },
    ]
    return everything.flatMap(({ place, text }) =>
      texts
        .filter((wanted) => text.includes(wanted))
        .map((wanted) => ({ place, near: around(text, wanted) }))
    )
  }
}

const MARGIN = 60

function around(text: string, wanted: string): string {
  const at = text.indexOf(wanted)
  return text.slice(Math.max(0, at - MARGIN), at + wanted.length + MARGIN)
}

/** How a number may be written, or badly hidden: grouped, backwards, in base64, in hex, in percent codes. */
export function waysToWrite(digits: string): string[] {
  const bytes = Buffer.from(digits)
  return [
    digits,
    `${digits.slice(0, 6)} ${digits.slice(6)}`,
    `${digits.slice(0, 6)}-${digits.slice(6)}`,
    `${digits.slice(0, 6)}–${digits.slice(6)}`,
    [...digits].reverse().join(""),
    ...[0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift, "x"), bytes])
        .toString("base64")
        .slice(shift === 0 ? 0 : 4, 14)
    ),
    bytes.toString("hex"),
    [...digits].map((digit) => `%3${digit}`).join(""),
  ]
}
