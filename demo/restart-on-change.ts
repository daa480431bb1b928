import path from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { watch, type FSWatcher } from "chokidar"

/** What runs on sources that its process reads once. Vite serves Admin and the storefront, and follows theirs itself. */
export type Restartable = "store" | "sandbox"

/** An editor that saves all files saves them within this time. */
const SETTLE_MS = 100

/** @param file path below `src/`, with slashes */
export function servicesThatLoad(file: string): Restartable[] {
  const room = file.split("/")[0]
  if (file.includes("__tests__/") || room === "admin") {
    return []
  }
  if (room === "connect") {
    return ["sandbox", "store"]
  }
  return room === "sandbox" ? ["sandbox"] : ["store"]
}

/**
 * Restarts services when a file of `sources` changes that they load. Changes made together, or while services restart,
 * lead to one restart.
 *
 * @param restart must not reject: tells of a service that does not start, which the next change starts again
 */
export async function restartOnChange(
  sources: string,
  restart: (service: Restartable) => Promise<void>
): Promise<FSWatcher> {
  const changed = new Set<Restartable>()
  let restarting = Promise.resolve()
  const restartChanged = async () => {
    await delay(SETTLE_MS)
    const services = [...changed]
    changed.clear()
    await Promise.all(services.map(restart))
  }
  const watcher = watch(sources, { ignoreInitial: true, atomic: true })
  watcher.on("all", (_event, file) => {
    const services = servicesThatLoad(path.relative(sources, file).split(path.sep).join("/"))
    if (services.length > 0 && changed.size === 0) {
      restarting = restarting.then(restartChanged)
    }
    services.forEach((service) => changed.add(service))
  })
  await new Promise<void>((resolve) => watcher.once("ready", resolve))
  return watcher
}
