import path from "node:path"
import { createSandbox, type Sandbox } from "../src/sandbox"
import {
  adminProcess,
  postgresProcess,
  sandboxProcess,
  storefrontProcess,
  storeProcess,
  type ChildProcess,
} from "./child-processes"
import { startChild } from "./children/start-child"
import { takeDemoFolder, type DemoFolder } from "./demo-folder"
import { medusaEnvironment } from "./medusa-environment"
import { recall, remember } from "./memory"
import { choosePorts, type DemoPorts } from "./ports"
import { silentProgress, type Progress } from "./progress"
import { restartOnChange, type Restartable } from "./restart-on-change"
import { RunningServices } from "./running-services"
import type { SeededStore } from "./seed/seeded-store"
import { writeStorefrontSettings } from "./storefront-settings"

export type DemoOptions = {
  /** Full path of the folder for data and logs. Default: .demo in the repository. */
  folder?: string
  /** Keep data from this run, and begin with those an earlier run kept. */
  keep?: boolean
  /** Whether to open Medusa Admin at once. Default: yes. */
  admin?: boolean
  /**
   * Build all of Admin, as for a live store: its first page takes longer to come, the others come sooner. Default: each
   * page is built when it is opened.
   */
  builtAdmin?: boolean
  /** Serve the storefront from its sources, and allow `watchSources`. */
  watch?: boolean
  /** Ports insisted on, 0 for any free one; the others are chosen. */
  ports?: Partial<DemoPorts>
  progress?: Progress
  /** Ends the demo when aborted. */
  signal?: AbortSignal
}

/** A store with the plugin, its sandbox and its storefront, all on this machine. */
export type RunningDemo = {
  folder: DemoFolder
  /** Medusa's address, such as http://localhost:9000. */
  storeUrl: string
  storefrontUrl: string
  /** Address of Medusa Admin, once it is open. */
  adminUrl: string
  sandboxUrl: string
  sandbox: Sandbox
  store: SeededStore
  /** Whether the store was filled in this run, rather than kept from an earlier one. */
  isNew: boolean
  databaseUrl: string
  /** Serves Medusa Admin as well. It then builds itself for about half a minute; its first page waits for that. */
  openAdmin(): Promise<void>
  /** From now on restarts store and sandbox when their sources change. `sandbox` serves no longer: a process of its own does. */
  watchSources(): Promise<void>
  /** Resolves with the name of a service that ended without being asked to. */
  failure: Promise<string>
  /** Ends everything. A call with `hurry` does not wait for what takes its time. */
  stop(options?: { hurry?: boolean }): Promise<void>
}

const REPOSITORY = path.resolve(__dirname, "..")

/** What the sandbox of the demo takes for a token. */
export const SANDBOX_TOKEN = "sandbox-token"

/**
 * Starts the demo and resolves when all of it serves. When it fails half-way, what has been started is ended before
 * the error is thrown.
 *
 * @throws DemoError in words for the person who runs it
 */
export async function startDemo(options: DemoOptions = {}): Promise<RunningDemo> {
  const {
    admin = true,
    builtAdmin = false,
    keep = false,
    watch = false,
    progress = silentProgress,
  } = options
  const ports = await choosePorts(options.ports ?? {})
  const folder = takeDemoFolder(options.folder ?? path.join(REPOSITORY, ".demo"), keep)
  const services = new RunningServices()
  const stop: RunningDemo["stop"] = (how) => services.stop(how)
  const launch = <Value>(child: ChildProcess<Value>) =>
    startChild(
      {
        ...child,
        cwd: REPOSITORY,
        logFile: folder.log(child.log),
        onStep: progress.step,
        onErrorLine: (line) => progress.warn(`${child.name}: ${line}`),
      },
      services.signal
    )
  const start = <Value>(child: ChildProcess<Value>, how?: Parameters<typeof services.add>[2]) =>
    services.add(child.name, launch(child), how)
  const restartable = watch && {
    onEnd: (name: string) =>
      progress.warn(`${name} ended. A change of its sources starts it again. See ${folder.root}`),
  }
  if (options.signal?.aborted) {
    await stop()
  }
  options.signal?.addEventListener("abort", () => void stop(), { once: true })
  services.afterwards(folder.release)

  try {
    progress.step("Opening the sandbox of the invoicing service")
    const sandbox = createSandbox({ token: SANDBOX_TOKEN })
    services.afterwards(() => sandbox.close())
    const { url: sandboxUrl } = await sandbox.listen({
      port: ports.sandbox,
      ...(watch && { state: folder.sandboxState }),
    })
    const kept = recall(folder, sandbox)

    progress.step("Starting PostgreSQL")
    const postgres = await start(postgresProcess(keep ? folder.postgresData : undefined), {
      last: true,
    })
    const env = medusaEnvironment({
      folder: folder.settings,
      ports,
      databaseUrl: postgres.value.databaseUrl,
      sandbox: { url: sandboxUrl, token: SANDBOX_TOKEN },
    })
    const openAdmin = async () => {
      progress.step("Opening Medusa Admin")
      const folderOfBuild = builtAdmin ? folder.adminBuild : undefined
      await start(adminProcess(env, ports.admin, folderOfBuild))
    }
    progress.step("Loading Medusa, and building the storefront meanwhile")
    const [medusa] = await Promise.all([
      start(storeProcess(env, ports.store, { isSeeded: kept !== undefined }), { ...restartable }),
      start(storefrontProcess(folder, ports.storefront, watch)),
      ...(admin && builtAdmin ? [openAdmin()] : []),
    ])
    const store = medusa.value ?? kept
    if (!store) {
      throw new Error("The store was not filled")
    }
    if (keep) {
      services.afterwards(() => remember(folder, sandbox, store))
    }
    const storeUrl = `http://localhost:${ports.store}`
    writeStorefrontSettings(folder, storeUrl, store)
    if (admin && !builtAdmin) {
      await openAdmin()
    }
    const watchSources = async () => {
      const children: Record<Restartable, ChildProcess<unknown>> = {
        // A changed migration waits for the next start: it takes as long as all the rest of a restart.
        store: storeProcess(env, ports.store, { isSeeded: true, isMigrated: true }),
        sandbox: sandboxProcess(folder, ports.sandbox, SANDBOX_TOKEN),
      }
      await sandbox.close()
      await start(children.sandbox, { ...restartable })
      const watcher = await restartOnChange(path.join(REPOSITORY, "src"), async (service) => {
        const { name } = children[service]
        progress.step(`${name} restarts`)
        await services
          .restart(name, () => launch(children[service]))
          .then(
            () => progress.step(`${name} serves the change`),
            (error: unknown) =>
              progress.warn(error instanceof Error ? error.message : String(error))
          )
      })
      services.signal.addEventListener("abort", () => void watcher.close(), { once: true })
    }
    return {
      folder,
      storeUrl,
      storefrontUrl: `http://localhost:${ports.storefront}`,
      adminUrl: `http://localhost:${ports.admin}/app`,
      sandboxUrl,
      sandbox,
      store,
      isNew: kept === undefined,
      databaseUrl: postgres.value.databaseUrl,
      openAdmin,
      watchSources,
      failure: services.failure,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
