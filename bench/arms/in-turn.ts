/** Does something for each, so many at a time. */
export async function inFlight<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item, index: number) => Promise<Result>
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...items.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next
      results[index] = await work(item, index)
    }
  }
  await Promise.all(Array.from({ length: most }, worker))
  return results
}
