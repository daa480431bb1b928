import { spawnSync } from "node:child_process"
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import os from "node:os"
import path from "node:path"

import { type Binaries, findBinaries } from "./binaries"
import { freePort } from "./free-port"
import { unprivilegedUser, type UserIds } from "./unprivileged-user"

export type StartPostgresOptions = {
  /**
   * Where the data live on after `stop()`. Created at the first start. Without
   * it they live in a temporary folder, which `stop()` deletes.
   */
  dataDirectory?: string
  /** Where temporary data live. Default: the system's folder for temporary files. */
  temporaryFolder?: string
  /** Default: one that is free. */
  port?: number
}

export type RunningPostgres = {
  host: "localhost"
  port: number
  user: string
  password: string
  /** Connection string for a database of that name. */
  url(database: string): string
  /** Ends all connections and the server. May be called twice. */
  stop(): void
}

/** The server listens on the loopback only and holds nothing worth a secret. */
const credentials = { user: "postgres", password: "postgres" }

const settings = {
  listen_addresses: "localhost",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "128MB",
  timezone: "UTC",
}

/** Temporary data need not survive a power cut. */
const settingsForHaste = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
}

/**
 * Starts a PostgreSQL server on this machine, installed by npm, and waits until
 * it accepts connections. Works as root too.
 *
 * The server ends with this process when it exits in any orderly way, an
 * uncaught error included; a process that wants to be ended by signals in an
 * orderly way listens to them and calls `stop()` or `process.exit()`.
 *
 * @throws when the server cannot be installed or started, with its own words
 */
export async function startPostgres(options: StartPostgresOptions = {}): Promise<RunningPostgres> {
  const runAs = unprivilegedUser()
  const workFolder = mkdtempSync(path.join(options.temporaryFolder ?? os.tmpdir(), "postgres-"))
  const dataDirectory = path.resolve(options.dataDirectory ?? path.join(workFolder, "data"))
  try {
    giveTo(runAs, workFolder)
    const cluster: Cluster = {
      binaries: findBinaries(runAs, path.join(workFolder, "native")),
      dataDirectory,
      kept: options.dataDirectory !== undefined,
      runAs,
      serverLog: path.join(workFolder, "server.log"),
      workFolder,
    }
    if (!existsSync(path.join(dataDirectory, "PG_VERSION"))) {
      initialise(cluster)
    }
    const port = options.port ?? (await freePort())
    start(cluster, port)
    return handleOf(cluster, port)
  } catch (error) {
    rmSync(workFolder, { recursive: true, force: true })
    throw error
  }
}

type Cluster = {
  binaries: Binaries
  dataDirectory: string
  /** Whether the data outlive the server. */
  kept: boolean
  runAs: UserIds | undefined
  serverLog: string
  /** Temporary: password file, logs, data unless they are kept. */
  workFolder: string
}

function initialise(cluster: Cluster) {
  mkdirSync(cluster.dataDirectory, { recursive: true })
  giveTo(cluster.runAs, cluster.dataDirectory)
  refuseUnreachable(cluster)
  const passwordFile = path.join(cluster.workFolder, "password")
  writeFileSync(passwordFile, credentials.password, { mode: 0o600 })
  giveTo(cluster.runAs, passwordFile)
  run(cluster, "initdb", [
    ...(cluster.kept ? [] : ["--no-sync"]),
    `--pgdata=${cluster.dataDirectory}`,
    `--username=${credentials.user}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    // Rules of the Unicode standard, the same on every operating system.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ])
}

function start(cluster: Cluster, port: number) {
  const flags = Object.entries({
    ...settings,
    ...(cluster.kept ? {} : settingsForHaste),
    port: String(port),
  })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(" ")
  run(cluster, "pg_ctl", [
    "start",
    "--wait",
    `--pgdata=${cluster.dataDirectory}`,
    `--log=${cluster.serverLog}`,
    `--options=${flags}`,
  ])
}

function handleOf(cluster: Cluster, port: number): RunningPostgres {
  let running = true
  const stop = () => {
    if (!running) {
      return
    }
    running = false
    process.off("exit", stop)
    try {
      run(cluster, "pg_ctl", ["stop", "--wait", "--mode=fast", `--pgdata=${cluster.dataDirectory}`])
    } finally {
      rmSync(cluster.workFolder, { recursive: true, force: true })
    }
  }
  process.once("exit", stop)
  const { user, password } = credentials
  return {
    host: "localhost",
    port,
    user,
    password,
    url: (database) =>
      `postgres://${user}:${password}@localhost:${port}/${encodeURIComponent(database)}`,
    stop,
  }
}

function run(cluster: Cluster, program: keyof Binaries, args: string[]) {
  // A file, because the server that pg_ctl leaves behind would hold a pipe open.
  const outputFile = path.join(cluster.workFolder, `${program}.log`)
  const output = openSync(outputFile, "w")
  const { status, error } = spawnSync(cluster.binaries[program], args, {
    ...cluster.runAs,
    cwd: cluster.workFolder,
    env: { ...process.env, LC_ALL: "C" },
    stdio: ["ignore", output, output],
  })
  closeSync(output)
  if (status === 0) {
    return
  }
  const said = [outputFile, cluster.serverLog]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8").trim())
  throw new Error([`PostgreSQL is not running as asked, ${program} failed:`, ...said].join("\n"), {
    cause: error,
  })
}

function refuseUnreachable({ dataDirectory, runAs }: Cluster) {
  if (runAs && spawnSync("ls", [dataDirectory], runAs).status !== 0) {
    throw new Error(
      `PostgreSQL runs as the user nobody, who cannot reach the data directory ${dataDirectory}. ` +
        "Choose one whose parent folders are open to all users"
    )
  }
}

function giveTo(owner: UserIds | undefined, file: string) {
  if (owner) {
    chownSync(file, owner.uid, owner.gid)
  }
}
