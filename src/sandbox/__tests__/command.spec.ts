import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { CommandLineError, readCommandLine } from "../command-line"
import { send } from "./client"

const running: ChildProcess[] = []

afterEach(() => {
  running.splice(0).forEach((child) => child.kill("SIGKILL"))
})

function command(...args: string[]) {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(__dirname, "../command.ts"), ...args],
    { stdio: ["ignore", "pipe", "pipe"] }
  )
  running.push(child)
  const written = { out: "", err: "" }
  child.stdout.on("data", (chunk) => (written.out += String(chunk)))
  child.stderr.on("data", (chunk) => (written.err += String(chunk)))
  const exit = once(child, "exit").then(([code]) => code as number | null)
  return { child, written, exit }
}

async function readyAddress({ child, written }: ReturnType<typeof command>): Promise<string> {
  for (;;) {
    const [, address] = /ready at (http:\S+)/.exec(written.out) ?? []
    if (address) {
      return address
    }
    if (child.exitCode !== null) {
      throw new Error(written.err)
    }
    await once(child.stdout!, "data")
  }
}

it("serves with the token it is given, and ends on SIGTERM", async () => {
  const started = command("--port", "0", "--token", "t", "--fault", "510@2")
  const address = await readyAddress(started)
  const verify = () =>
    send("GET", `${address}/api/v1/connect/token/verify`, {
      headers: { authorization: "Bearer t" },
    })

  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect((await verify()).status).toBe(200)
  expect((await verify()).status).toBe(510)
  started.child.kill("SIGTERM")

  expect(await started.exit).toBe(0)
  expect(started.written.out).toContain("token/verify 200")
})

it("says in one sentence that a port is taken", async () => {
  const other = createServer().listen(0, "127.0.0.1")
  await once(other, "listening")
  const { port } = other.address() as AddressInfo

  const { written, exit } = command("--port", String(port))

  expect(await exit).toBe(1)
  expect(written.err).toBe(
    `The sandbox cannot listen on 127.0.0.1:${port}: the port is taken; choose another with --port.\n`
  )
  other.close()
})

it("explains itself", async () => {
  const { written, exit } = command("--help")

  expect(await exit).toBe(0)
  expect(written.out).toMatch(/^Usage: e-invoice-sandbox/)
  for (const flag of ["port", "host", "token", "secret", "latency", "seed", "fault", "quirk"]) {
    expect(written.out).toContain(`--${flag} `)
  }
})

describe("the arguments", () => {
  it("have defaults", () => {
    expect(readCommandLine([])).toEqual({
      help: false,
      port: 9100,
      host: "127.0.0.1",
      options: { allowRealPersonalNumbers: false, strictTotals: false },
    })
  })

  it("are read into options", () => {
    const args =
      "--port 80 --host ::1 --token a --token b --secret s --latency 5 --seed 9 --strict-totals " +
      "--clock-skew=-360 --quirk refundDelay=held --quirk emptyLists --quirk listLag=5 " +
      "--fault orders.cancel=429;retry-after=2@3 --fault slow-body=50 --fault all=drop"

    expect(readCommandLine(args.split(" "))).toEqual({
      help: false,
      port: 80,
      host: "::1",
      options: {
        token: ["a", "b"],
        secret: "s",
        latency: 5,
        seed: 9,
        clockSkew: -360,
        quirks: { refundDelay: "held", emptyLists: true, listLag: 5 },
        faults: [
          {
            operation: "orders.cancel",
            fault: "429;retry-after=2",
            nth: 3,
          },
          { fault: "slow-body=50" },
          { operation: "all", fault: "drop" },
        ],
        allowRealPersonalNumbers: false,
        strictTotals: true,
      },
    })
  })

  it.each([
    [["--port", "http"], "--port must be a whole number from 0 to 65535."],
    [["--port", "70000"], "--port must be a whole number from 0 to 65535."],
    [["--colour"], "Unknown option '--colour'"],
    [["--latency", "-1"], "--latency"],
    [["serve"], "Unexpected argument 'serve'"],
    [["--fault", ""], "--fault is written"],
    [["--clock-skew=soon"], "--clock-skew must be"],
  ])("%j are refused", (args, message) => {
    expect(() => readCommandLine(args)).toThrow(CommandLineError)
    expect(() => readCommandLine(args)).toThrow(message)
  })
})
