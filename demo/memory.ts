import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { z } from "zod"
import type { Sandbox } from "../src/sandbox"
import { snapshotIn } from "../src/sandbox/world/state-file"
import type { DemoFolder } from "./demo-folder"
import { seededStoreSchema, type SeededStore } from "./seed/seeded-store"

const memorySchema = z.object({
  store: seededStoreSchema,
  sandbox: z.unknown(),
})

/** The seeded store of an earlier run whose data were kept; puts the sandbox back to where it was. */
export function recall(folder: DemoFolder, sandbox: Sandbox): SeededStore | undefined {
  if (!existsSync(folder.memory)) {
    return undefined
  }
  const memory = memorySchema.parse(JSON.parse(readFileSync(folder.memory, "utf8")))
  sandbox.restore(memory.sandbox as Parameters<Sandbox["restore"]>[0])
  return memory.store
}

/** Writes down what the next run must know about the kept data. */
export function remember(folder: DemoFolder, sandbox: Sandbox, store: SeededStore): void {
  const left = snapshotIn(folder.sandboxState) ?? sandbox.snapshot()
  writeFileSync(folder.memory, JSON.stringify({ store, sandbox: left }))
}
