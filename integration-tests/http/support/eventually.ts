import { setTimeout as delay } from "node:timers/promises"

/** A busy machine makes what is awaited slower, not wrong. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 50

/** Waits until an expectation holds, for what happens after an answer was given; then lets it speak for itself. */
export async function eventually(expectation: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    try {
      return await expectation()
    } catch {
      await delay(PAUSE_MS)
    }
  }
  return expectation()
}
