import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import os from "node:os"
import path from "node:path"

import {
  createSandbox,
  SandboxStateError,
  StateFileError,
  type Sandbox,
  type SandboxOptions,
} from ".."
import { callbackListener } from "./callback-listener"
import { createOrder } from "./client"
import { waitFor } from "./wait-for"

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "sandbox-state-")))
const running: Sandbox[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()))
})

afterAll(() => rmSync(folder, { recursive: true }))

async function started(state: string, options: SandboxOptions = {}) {
  const sandbox = createSandbox({ seed: 5, ...options })
  running.push(sandbox)
  const { url } = await sandbox.listen({ state })
  return { sandbox, url }
}

it("keeps all records and the clock, and goes on from there", async () => {
  const state = path.join(folder, "kept.json")
  const first = await started(state)
  const uuid = await createOrder(first.url)
  first.sandbox.invoice(uuid)
  first.sandbox.clock.advance({ days: 2 })
  await first.sandbox.close()

  const second = await started(state)

  expect(second.sandbox.order(uuid)).toMatchObject({ status: "INVOICED", referenceNo: "1001" })
  const ahead = second.sandbox.clock.now().getTime() - Date.now()
  expect(Math.round(ahead / 3_600_000)).toBe(48)
  expect(await createOrder(second.url)).not.toBe(uuid)
})

it("has written a change before it ends, for its owner alone", async () => {
  const state = path.join(folder, "written.json")
  const { url } = await started(state)

  const uuid = await createOrder(url)

  await waitFor(() => readFileSync(state, "utf8").includes(uuid))
  expect(statSync(state).mode & 0o777).toBe(0o600)
})

it.each([["{"], ["{}"], ['{"version":2}']])("says that a file holds no state: %s", async (text) => {
  const state = path.join(folder, "other.json")
  writeFileSync(state, text)

  await expect(createSandbox().listen({ state })).rejects.toThrow(StateFileError)

  expect(readFileSync(state, "utf8")).toBe(text)
})

it("keeps no real personal number", async () => {
  const sandbox = createSandbox({ allowRealPersonalNumbers: true })

  await expect(sandbox.listen({ state: path.join(folder, "real.json") })).rejects.toThrow(
    SandboxStateError
  )
})

it("issues no identifier again that a killed sandbox had not written", async () => {
  const state = path.join(folder, "killed.json")
  const asWritten = path.join(folder, "as-written.json")
  const first = await started(state)
  copyFileSync(state, asWritten)
  const issued = [await createOrder(first.url), await createOrder(first.url)]
  await first.sandbox.close()
  copyFileSync(asWritten, state)

  const second = await started(state)
  issued.push(await createOrder(second.url), await createOrder(second.url))
  await second.sandbox.close()
  copyFileSync(asWritten, state)
  const third = await started(state, { seed: 6 })
  issued.push(await createOrder(third.url))

  expect(new Set(issued).size).toBe(5)
})

it("is kept by one sandbox alone, under any name of the file", async () => {
  const state = path.join(folder, "alone.json")
  const link = path.join(folder, "link.json")
  const { sandbox } = await started(state)
  symlinkSync(state, link)

  for (const name of [state, link]) {
    await expect(createSandbox().listen({ state: name })).rejects.toThrow(
      new StateFileError(
        `${state} is kept by another sandbox: process ${process.pid} of ${os.hostname()}.`
      )
    )
  }

  await sandbox.close()
  expect(existsSync(`${state}.lock`)).toBe(false)
  const { url } = await started(link)
  const uuid = await createOrder(url)
  await waitFor(() => readFileSync(state, "utf8").includes(uuid))
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
})

const touch = (file: string, msAgo = 0) => {
  const at = new Date(Date.now() - msAgo)
  utimesSync(file, at, at)
}

it("is kept by a sandbox of another container, whose process has the same id", async () => {
  const state = path.join(folder, "container.json")
  writeFileSync(`${state}.lock`, `process ${process.pid} of other\n`)
  const touching = setInterval(() => touch(`${state}.lock`), 50)

  await expect(createSandbox().listen({ state })).rejects.toThrow("of other")

  clearInterval(touching)
  expect(existsSync(state)).toBe(false)
})

it("is taken over where no process touches its lock", async () => {
  const state = path.join(folder, "gone.json")
  writeFileSync(`${state}.lock`, `process ${process.ppid} of ${os.hostname()}\n`)
  touch(`${state}.lock`, 5_000)

  await started(state)

  expect(readFileSync(`${state}.lock`, "utf8")).toMatch(`process ${process.pid} of `)
})

it("is written no more by a sandbox from which another took it", async () => {
  const state = path.join(folder, "lost.json")
  const lines: string[] = []
  const { sandbox, url } = await started(state, { log: (line) => lines.push(line) })
  const before = readFileSync(state, "utf8")
  writeFileSync(`${state}.lock`, "process 1 of other\n")

  await createOrder(url)
  await waitFor(() => lines.some((line) => line.startsWith(`Another sandbox keeps ${state} now`)))
  await sandbox.close()

  expect(readFileSync(state, "utf8")).toBe(before)
  expect(existsSync(`${state}.lock`)).toBe(true)
})

it("keeps the callbacks that were under way, also where it cannot listen", async () => {
  const state = path.join(folder, "callbacks.json")
  const merchant = await callbackListener()
  const first = await started(state)
  first.sandbox.callbacks.setChaos({ reorder: 9 })
  const uuid = await createOrder(first.url, { callbackUrl: merchant.url })
  first.sandbox.invoice(uuid)
  first.sandbox.pay(uuid)
  const port = Number(new URL((await started(path.join(folder, "taken.json"))).url).port)
  await first.sandbox.close()

  await expect(createSandbox().listen({ port, state })).rejects.toMatchObject({
    code: "EADDRINUSE",
  })
  expect(merchant.received).toHaveLength(0)
  const { sandbox } = await started(state)
  await sandbox.callbacks.settled()

  const statuses = merchant.received.map((query) => query.get("status"))
  expect(statuses.sort()).toEqual(["INVOICED", "PAID"])
  await sandbox.close()
  await (await started(state)).sandbox.callbacks.settled()
  expect(merchant.received).toHaveLength(2)
  await merchant.close()
})

it("gives a file up where it cannot listen", async () => {
  const state = path.join(folder, "given-up.json")
  const { url } = await started(path.join(folder, "other-port.json"))
  const port = Number(new URL(url).port)

  await expect(createSandbox().listen({ port, state })).rejects.toMatchObject({
    code: "EADDRINUSE",
  })

  expect(existsSync(`${state}.lock`)).toBe(false)
})

it("is its owner's alone also where an unfinished one is left", async () => {
  const state = path.join(folder, "unfinished.json")
  writeFileSync(`${state}.new`, "{", { mode: 0o644 })

  await started(state)

  expect(statSync(state).mode & 0o777).toBe(0o600)
})

it("says once that it cannot be written, until it can be again", async () => {
  const state = path.join(folder, "unwritable.json")
  const lines: string[] = []
  const { url } = await started(state, { log: (line) => lines.push(line) })
  const complaints = () => lines.filter((line) => line.includes("cannot be written"))
  mkdirSync(`${state}.new`)

  const uuid = await createOrder(url)
  await waitFor(() => complaints().length > 0)
  await new Promise((resolve) => setTimeout(resolve, 600))

  expect(complaints()).toHaveLength(1)
  rmSync(`${state}.new`, { recursive: true })
  await waitFor(() => readFileSync(state, "utf8").includes(uuid))
})

it("goes on by its own clock, and says so where another is asked for", async () => {
  const state = path.join(folder, "clock.json")
  const { sandbox } = await started(state)
  await sandbox.close()
  const lines: string[] = []

  const again = await started(state, {
    clockStart: new Date("2030-01-01T00:00:00Z"),
    log: (line) => lines.push(line),
  })

  expect(again.sandbox.clock.now().getTime()).toBeLessThan(Date.UTC(2029, 0))
  expect(lines).toEqual([expect.stringContaining("The clock goes on as in")])
})

it("keeps the callbacks that are shown only", async () => {
  const state = path.join(folder, "shown.json")
  const options = { callbacks: { forwardTo: "console" as const } }
  const { sandbox, url } = await started(state, options)
  sandbox.invoice(await createOrder(url))
  const kept = sandbox.callbacks.list()
  await sandbox.close()

  const again = await started(state, options)

  expect(kept).toMatchObject([{ state: "kept" }])
  expect(again.sandbox.callbacks.list()).toEqual(kept)
})
