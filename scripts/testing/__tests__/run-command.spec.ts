import { mkdtemp, readFile, rm } from "node:fs/promises"
import os from "node:os"
import path from "node:path"

import { runCommand } from "../run-command"

describe("runCommand", () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "run-command-"))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const runScript = (script: string, timeLimitMs = 20_000) =>
    runCommand(
      { program: process.execPath, args: ["-e", script], env: { WHO: "us" } },
      { logFile: path.join(folder, "log"), timeLimitMs }
    )

  it("keeps what the command says, on both streams, and how it ended", async () => {
    const { exitCode, output } = await runScript(
      `console.log("out", process.env.WHO); console.error("err"); process.exitCode = 3`
    )
    expect(exitCode).toBe(3)
    expect(output.trim().split("\n").sort()).toEqual(["err", "out us"])
    expect(await readFile(path.join(folder, "log"), "utf8")).toBe(output)
  })

  it("ends a command that takes too long and counts it as failed", async () => {
    const { exitCode, output } = await runScript(`setInterval(() => {}, 1000)`, 500)
    expect(exitCode).not.toBe(0)
    expect(output).toContain("Ended after 0.5 s")
  })

  it("gives the command no input to wait for", async () => {
    const { exitCode } = await runScript(`process.stdin.resume()`)
    expect(exitCode).toBe(0)
  })

  it("ends with the command, whatever it left running holds its output open", async () => {
    const { exitCode, output } = await runScript(
      `const left = ["-e", "setTimeout(() => {}, 60_000)"]
       const { pid } = require("node:child_process").spawn(process.execPath, left, { detached: true, stdio: "inherit" })
       console.log(pid)
       process.exit(4)`
    )
    process.kill(Number(output.trim()))
    expect(exitCode).toBe(4)
  })

  it("says so when the command cannot be started", async () => {
    await expect(
      runCommand(
        { program: path.join(folder, "absent"), args: [] },
        { logFile: path.join(folder, "log"), timeLimitMs: 1000 }
      )
    ).rejects.toThrow("ENOENT")
  })
})
