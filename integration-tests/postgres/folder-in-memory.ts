import { accessSync, constants, statfsSync } from "node:fs"

/** Where Linux keeps files in memory. */
const SHARED_MEMORY = "/dev/shm"

/** A container may have as little as 64 MiB there; the suites' databases need some hundred. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * A folder whose files are kept in memory, where making and deleting a thousand small ones costs a tenth.
 *
 * @returns undefined when this system has none, or none with enough room
 */
export function folderInMemory(): string | undefined {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? SHARED_MEMORY : undefined
  } catch {
    return undefined
  }
}
