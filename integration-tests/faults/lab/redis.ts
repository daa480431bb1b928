import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { connect } from "node:net"
import os from "node:os"
import path from "node:path"
import { setTimeout as pause } from "node:timers/promises"

import { freePort } from "../../postgres/free-port"

const PROGRAM = "redis-server"
const START_LIMIT_MS = 10_000

/** A Redis server for the tests: the one that REDIS_URL names, or one of their own. */
export class Redis {
  private constructor(
    readonly url: string,
    private readonly own?: { server: ChildProcess; folder: string }
  ) {}

  /** Whether there is one to be had. */
  static get isAtHand(): boolean {
    return (
      Boolean(process.env.REDIS_URL) ||
      spawnSync(PROGRAM, ["--version"]).status === 0
    )
  }

  static async start(): Promise<Redis> {
    if (process.env.REDIS_URL) {
      return new Redis(process.env.REDIS_URL)
    }
    const folder = mkdtempSync(path.join(os.tmpdir(), "redis-"))
    const port = await freePort()
    const server = spawn(
      PROGRAM,
      ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder].concat([
        "--save",
        "",
        "--appendonly",
        "no",
      ]),
      { stdio: "ignore" }
    )
    const redis = new Redis(`redis://127.0.0.1:${port}`, { server, folder })
    const deadline = Date.now() + START_LIMIT_MS
    while (!(await listens(port))) {
      if (Date.now() > deadline || server.exitCode !== null) {
        throw new Error(`${PROGRAM} did not start.`)
      }
      await pause(50)
    }
    return redis
  }

  stop(): void {
    if (this.own) {
      this.own.server.kill()
      rmSync(this.own.folder, { recursive: true, force: true })
    }
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" })
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", () => resolve(false))
  })
}
