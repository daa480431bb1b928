import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as pause } from "node:timers/promises"

import { type RunningPostgres, startPostgres } from "../../../demo/postgres/embedded-postgres"
import { folderInMemory } from "../../postgres/folder-in-memory"

/** Has PostgreSQL end all connections and itself. */
const FAST_SHUTDOWN = "SIGINT"

/** A PostgreSQL server that can be interrupted: its data outlive it, at the same address. */
export class DurablePostgres {
  #server: RunningPostgres

  private constructor(
    server: RunningPostgres,
    private readonly folder: string
  ) {
    this.#server = server
  }

  static async start(): Promise<DurablePostgres> {
    const folder = mkdtempSync(path.join(folderInMemory() ?? os.tmpdir(), "faults-"))
    // The server may run as another user, who has to get through here.
    chmodSync(folder, 0o755)
    const server = await startPostgres({ dataDirectory: dataIn(folder) })
    return new DurablePostgres(server, folder)
  }

  url(database: string): string {
    return this.#server.url(database)
  }

  /** Ends the server and all connections at once, and starts it again after a while. */
  async interrupt(milliseconds: number): Promise<void> {
    const { port } = this.#server
    await this.#end()
    await pause(milliseconds)
    this.#server = await startPostgres({
      dataDirectory: dataIn(this.folder),
      port,
    })
  }

  /**
   * Ends the server while this process goes on: what calls the stores, and the sandbox they call, live here too, and
   * must not stand still until the stores have finished what they were at.
   */
  async #end(): Promise<void> {
    const pidFile = path.join(dataIn(this.folder), "postmaster.pid")
    const [pid] = readFileSync(pidFile, "utf8").split("\n")
    process.kill(Number(pid), FAST_SHUTDOWN)
    while (existsSync(pidFile)) {
      await pause(10)
    }
    try {
      this.#server.stop()
    } catch {
      // It tidies up behind the server first, and complains that there was none left to end.
    }
  }

  stop(): void {
    this.#server.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const dataIn = (folder: string) => path.join(folder, "data")
