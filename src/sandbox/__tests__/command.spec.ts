import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path, { join } from "node:path"

import { createSandbox } from ".."
import { CommandLineError, readCommandLine } from "../command-line"
import { callbackListener } from "./callback-listener"
import { createOrder, send } from "./client"
import { waitFor } from "./wait-for"

const folder = mkdtempSync(path.join(os.tmpdir(), "sandbox-command-"))
const running: ChildProcess[] = []

afterAll(() => rmSync(folder, { recursive: true }))

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

it("ends well on a signal that comes as soon as it is ready", async () => {
  const started = command("--port", "0")
  await readyAddress(started)

  started.child.kill("SIGTERM")

  expect(await started.exit).toBe(0)
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

it("goes on from its state, which began with a snapshot", async () => {
  const from = path.join(folder, "from.json")
  const state = path.join(folder, "state.json")
  const seeding = createSandbox()
  const { url } = await seeding.listen()
  const uuid = await createOrder(url)
  writeFileSync(from, JSON.stringify(seeding.snapshot()))
  await seeding.close()
  const args = ["--port", "0", "--state", state, "--from", from]
  const statusAt = async (address: string) =>
    Reflect.get((await send("GET", `${address}/sandbox/orders/${uuid}`)).json, "status")

  const first = command(...args)
  const address = await readyAddress(first)
  expect(await statusAt(address)).toBe("SENT")
  await send("POST", `${address}/sandbox/orders/${uuid}/pay`)
  first.child.kill("SIGTERM")
  expect(await first.exit).toBe(0)

  expect(await statusAt(await readyAddress(command(...args)))).toBe("PAID")
})

it("issues identifiers of its own at each start with a snapshot, and says that its clock goes on", async () => {
  const from = path.join(folder, "twice.json")
  writeFileSync(from, JSON.stringify(createSandbox().snapshot()))
  const issued = async () => {
    const started = command("--port", "0", "--from", from, "--clock-start", "2031-01-01T00:00:00Z")
    const uuid = await createOrder(await readyAddress(started))
    expect(started.written.out).toContain(`The clock goes on as in ${from};`)
    return uuid
  }

  const [first, second] = await Promise.all([issued(), issued()])

  expect(first).not.toBe(second)
})

it.each(["SIGKILL", "SIGTERM"] as const)(
  "sends a callback once more that was under way when %s ended it",
  async (signal) => {
    const state = path.join(folder, `${signal}.json`)
    const onDisk = () =>
      (JSON.parse(readFileSync(state, "utf8")) as { callbacks: unknown[] }).callbacks
    const merchant = await callbackListener((_request, response, calls) => {
      if (calls > 1) {
        response.end()
      }
    })
    const args = ["--port", "0", "--state", state]
    const first = command(...args)
    const address = await readyAddress(first)
    const uuid = await createOrder(address, { callbackUrl: `${merchant.url}/hook?order=1` })
    await send("POST", `${address}/sandbox/orders/${uuid}/pay`)
    await waitFor(() => merchant.received.length === 1 && onDisk().length === 1)

    first.child.kill(signal)
    await first.exit
    await readyAddress(command(...args))

    await waitFor(() => merchant.received.length === 2 && onDisk().length === 0)
    for (const query of merchant.received) {
      expect(Object.fromEntries(query)).toMatchObject({
        order: "1",
        orderUuid: uuid,
        status: "PAID",
      })
    }
    await merchant.close()
  }
)

it("says in one sentence that a snapshot holds a real person's number", async () => {
  const from = path.join(folder, "real.json")
  const seeding = createSandbox()
  const { url } = await seeding.listen()
  await createOrder(url)
  await seeding.close()
  const text = JSON.stringify(seeding.snapshot())
  writeFileSync(from, text.replace(/(?<="personalNumber":")\d+/, "15057012345"))

  const { written, exit } = command("--port", "0", "--from", from)

  expect(await exit).toBe(1)
  expect(written.err).toMatch(/^The customers\.0\.personal number must be synthetic .*\n$/)
})

it("says in one sentence that a file holds no state", async () => {
  const state = path.join(folder, "broken.json")
  writeFileSync(state, "{")

  const { written, exit } = command("--port", "0", "--state", state)

  expect(await exit).toBe(1)
  expect(written.err).toMatch(/broken\.json holds no state of a sandbox: /)
})

describe("the arguments", () => {
  it("have defaults", () => {
    expect(readCommandLine([])).toEqual({
      help: false,
      port: 9100,
      host: "127.0.0.1",
      options: {},
    })
  })

  it("come from a file, too, and a flag goes before it", () => {
    const config = path.join(folder, "config.json")
    writeFileSync(
      config,
      JSON.stringify({
        port: 81,
        state: "s.json",
        token: "a",
        refundLimits: { enforced: false },
        callbacks: { attempts: 3, formula: "with-amount" },
      })
    )

    expect(
      readCommandLine(["--config", config, "--port", "82", "--forward", "http://127.0.0.1:9000"])
    ).toMatchObject({
      port: 82,
      state: "s.json",
      options: {
        token: "a",
        refundLimits: { enforced: false },
        callbacks: { attempts: 3, formula: "with-amount", forwardTo: "http://127.0.0.1:9000" },
      },
    })
  })

  it.each([['{ "port": "x" }'], ["{"], ['{ "log": 1 }']])("in a file are refused: %s", (text) => {
    const config = path.join(folder, "wrong.json")
    writeFileSync(config, text)

    expect(() => readCommandLine(["--config", config])).toThrow(CommandLineError)
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
    [["--forward="], "--forward needs a value."],
    [["--control-token="], "--control-token needs a value."],
    [["--state", ""], "--state needs a value."],
  ])("%j are refused", (args, message) => {
    expect(() => readCommandLine(args)).toThrow(CommandLineError)
    expect(() => readCommandLine(args)).toThrow(message)
  })
})
