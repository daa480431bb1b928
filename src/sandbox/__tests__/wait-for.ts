/** Resolves when the condition holds; rejects after half a minute. */
export async function waitFor(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!condition()) {
    if (Date.now() > deadline) {
      throw new Error("Waited in vain.")
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
