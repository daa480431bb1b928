import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { connect, type Socket } from "node:net"
import os from "node:os"
import path from "node:path"
import { setTimeout as pause } from "node:timers/promises"

import { freePort } from "../../../demo/postgres/free-port"

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
    return Boolean(process.env.REDIS_URL) || spawnSync(PROGRAM, ["--version"]).status === 0
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
    const deadline = performance.now() + START_LIMIT_MS
    while (!(await listens(port))) {
      if (performance.now() > deadline || server.exitCode !== null) {
        throw new Error(`${PROGRAM} did not start.`)
      }
      await pause(50)
    }
    return redis
  }

  /** Has it do something whose answer is one number. @returns the number, as it was written */
  async command(...words: string[]): Promise<string> {
    const { hostname, port, username, password } = new URL(this.url)
    const socket = connect({ port: Number(port || 6379), host: hostname })
    try {
      if (password) {
        await ask(socket, ["AUTH", ...(username ? [username] : []), password])
      }
      const answer = await ask(socket, words)
      const [, number] = /^:(-?\d+)\r\n$/.exec(answer) ?? []
      if (number === undefined) {
        throw new Error(`Redis answered ${words[0]} with: ${answer}`)
      }
      return number
    } finally {
      socket.destroy()
    }
  }

  stop(): void {
    if (this.own) {
      this.own.server.kill()
      rmSync(this.own.folder, { recursive: true, force: true })
    }
  }
}

/** Sends a command in Redis' own protocol. @returns its answer, which has to be short */
async function ask(socket: Socket, words: readonly string[]): Promise<string> {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`)
  socket.write(`*${words.length}\r\n${parts.join("")}`)
  const [answer]: unknown[] = await once(socket, "data")
  return String(answer)
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
