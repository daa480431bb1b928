import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { z } from "zod"
import { DemoError } from "../../demo-error"
import { startChild } from "../start-child"
import type { Behaviour } from "./fixtures/child"

jest.setTimeout(30_000)

describe("a child process of the demo", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "child-"))
  const logFile = path.join(folder, "child.log")
  let ending: AbortController
  let steps: string[]
  let errors: string[]

  const start = (behaviour: Behaviour) =>
    startChild(
      {
        name: "The child",
        script: path.join(__dirname, "fixtures/child.ts"),
        cwd: __dirname,
        env: { BEHAVIOUR: behaviour },
        logFile,
        value: z.object({ answer: z.number() }),
        onStep: (step) => steps.push(step),
        onErrorLine: (line) => errors.push(line),
      },
      ending.signal
    )

  beforeEach(() => {
    ending = new AbortController()
    steps = []
    errors = []
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("hands over its value when it is ready, and ends when asked", async () => {
    const child = await start("is ready")

    expect(child.value).toEqual({ answer: 42 })
    expect(steps).toEqual(["first"])
    await child.stop(5_000)
    await child.exited
    await child.stop(5_000)
  })

  it("says in its own words why it cannot start, and names its log", async () => {
    const failure = start("cannot start")

    await expect(failure).rejects.toThrow(DemoError)
    await expect(failure).rejects.toMatchObject({
      message: "The child did not start: There is no paper left.",
      logFile,
    })
    expect(readFileSync(logFile, "utf8")).toContain("There is no paper left.")
  })

  it("reports lines that tell of an error, without their colours", async () => {
    const child = await start("logs an error")
    await child.stop(5_000)

    expect(errors).toEqual(["Something broke"])
    expect(readFileSync(logFile, "utf8")).toContain("info:    All is well\n")
  })

  it("is ended by force when it does not stop in time", async () => {
    const child = await start("does not stop")
    await child.stop(200)

    // Ends here at all because it was made to.
    await child.exited
  })

  it("gives up its start when the demo ends", async () => {
    const starting = start("starts for ever")
    const reason = new Error("The demo is ending.")
    setTimeout(() => ending.abort(reason), 500)

    await expect(starting).rejects.toBe(reason)
  })

  it("does not begin when the demo has ended already", () => {
    ending.abort(new Error("The demo is ending."))

    expect(() => start("is ready")).toThrow("The demo is ending.")
  })
})
