import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import path from "node:path"
import { DemoError } from "./demo-error"

/** Where a running demo keeps what it writes. */
export type DemoFolder = {
  root: string
  log(name: string): string
  /** PostgreSQL's data, when they are kept. */
  postgresData: string
  /** What must be known about kept data at the next start. */
  memory: string
  /** Settings of Medusa's tools, apart from those of the user. */
  settings: string
  /** The sandbox's state, where it has a process of its own. */
  sandboxState: string
  /** The storefront: built, or what Vite keeps to serve it from its sources. */
  storefront: string
  /** The built Medusa Admin. */
  adminBuild: string
  /** Gives the folder back to the next demo. */
  release(): void
}

/**
 * Takes the folder for this process and clears it, but for data that are kept.
 *
 * @throws DemoError when another demo runs in it
 */
export function takeDemoFolder(root: string, keep: boolean): DemoFolder {
  const owner = path.join(root, "process")
  refuseIfRunning(root, owner)
  const folder: DemoFolder = {
    root,
    log: (name) => path.join(root, `${name}.log`),
    postgresData: path.join(root, "postgres"),
    memory: path.join(root, "memory.json"),
    settings: path.join(root, "settings"),
    sandboxState: path.join(root, "sandbox.json"),
    storefront: path.join(root, "storefront"),
    adminBuild: path.join(root, "admin"),
    release: () => rmSync(owner, { force: true }),
  }
  mkdirSync(root, { recursive: true })
  const stale = ["store", "admin", "storefront", "postgres", "sandbox"].map(folder.log)
  stale.push(folder.sandboxState)
  if (!keep) {
    stale.push(folder.postgresData, folder.memory)
  }
  for (const file of stale) {
    rmSync(file, { recursive: true, force: true })
  }
  writeFileSync(owner, String(process.pid))
  return folder
}

function refuseIfRunning(root: string, owner: string) {
  const pid = existsSync(owner) ? Number(readFileSync(owner, "utf8")) : 0
  if (pid > 0 && pid !== process.pid && isAlive(pid)) {
    throw new DemoError(
      `A demo runs in ${root} already (process ${pid}). End it first, or give another folder with --folder.`
    )
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
