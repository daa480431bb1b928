import { createServer } from "node:net"
import { DemoError } from "./demo-error"

/** What the demo serves over HTTP. */
export const demoServices = ["store", "admin", "storefront", "sandbox"] as const

export type DemoService = (typeof demoServices)[number]

export type DemoPorts = Record<DemoService, number>

const preferred: DemoPorts = {
  store: 9000,
  admin: 9001,
  storefront: 8000,
  sandbox: 9100,
}

/** Both addresses a browser may take `localhost` for. */
const LOOPBACKS = ["127.0.0.1", "::1"]

const UNUSABLE = new Set(["EADDRINUSE", "EACCES"])

/**
 * Finds a port for every service: the one asked for, else the usual one, else any free one. Asking for 0 is asking for
 * any free one.
 *
 * @throws DemoError when a port asked for is taken
 */
export async function choosePorts(asked: Partial<DemoPorts>): Promise<DemoPorts> {
  const chosen = { ...preferred }
  for (const service of demoServices) {
    const given = asked[service]
    if (given && !(await isFree(given))) {
      throw new DemoError(
        `Port ${given} for the ${service} is taken. Give another with --${service}-port, or leave it out to have one chosen.`
      )
    }
    const taken = new Set(
      demoServices.slice(0, demoServices.indexOf(service)).map((earlier) => chosen[earlier])
    )
    chosen[service] = given || (await freePort(given ?? preferred[service], taken))
  }
  return chosen
}

async function freePort(first: number, taken: ReadonlySet<number>): Promise<number> {
  if (first > 0 && !taken.has(first) && (await isFree(first))) {
    return first
  }
  const any = await listen(0, "127.0.0.1")
  return "port" in any && !taken.has(any.port) && (await isFree(any.port))
    ? any.port
    : freePort(0, taken)
}

/** Whether nothing listens at it, on either address of the loopback. */
export async function isFree(port: number): Promise<boolean> {
  for (const host of LOOPBACKS) {
    const outcome = await listen(port, host)
    if ("code" in outcome && UNUSABLE.has(outcome.code)) {
      return false
    }
  }
  return true
}

function listen(port: number, host: string): Promise<{ port: number } | { code: string }> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once("error", (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? "" }))
    probe.listen({ port, host, exclusive: true }, () => {
      const address = probe.address()
      probe.close(() =>
        resolve(address && typeof address === "object" ? { port: address.port } : { code: "" })
      )
    })
  })
}
