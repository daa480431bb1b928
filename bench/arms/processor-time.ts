/**
 * Processor time of one call, in microseconds. Time that other processes take from this one does not count.
 *
 * @param keep receives what each call returns, so that none of them can be left out as useless
 */
export function processorTimeOf(
  work: () => unknown,
  calls: number,
  keep: (result: unknown) => void = keepLast
): number {
  const began = process.cpuUsage()
  for (let call = 0; call < calls; call++) {
    keep(work())
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / calls
}

let last: unknown

function keepLast(result: unknown): void {
  last = result
}

/** What the last measured call returned. */
export const lastResult = (): unknown => last
