import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"

import { createSandbox, SandboxStateError, StateFileError, type Sandbox } from ".."
import { createOrder } from "./client"
import { waitFor } from "./wait-for"

const folder = mkdtempSync(path.join(os.tmpdir(), "sandbox-state-"))
const running: Sandbox[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()))
})

afterAll(() => rmSync(folder, { recursive: true }))

async function started(state: string) {
  const sandbox = createSandbox({ seed: 5 })
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
