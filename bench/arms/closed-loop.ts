/**
 * Keeps a number of requests in flight for a while.
 *
 * @param send one request; rejects when it was not answered as it should
 * @returns requests answered per second
 */
export async function requestsPerSecond(
  send: () => Promise<unknown>,
  { inFlight, milliseconds }: { inFlight: number; milliseconds: number }
): Promise<number> {
  const began = performance.now()
  const end = began + milliseconds
  let answered = 0
  const worker = async () => {
    while (performance.now() < end) {
      await send()
      answered++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return answered / ((performance.now() - began) / 1000)
}

/**
 * Makes a number of requests, so many at a time.
 *
 * @returns how long each took, in milliseconds
 */
export async function durationsOf(
  send: () => Promise<unknown>,
  { inFlight, count }: { inFlight: number; count: number }
): Promise<number[]> {
  const durations: number[] = []
  let started = 0
  const worker = async () => {
    while (started < count) {
      started++
      const began = performance.now()
      await send()
      durations.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return durations
}
