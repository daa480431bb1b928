import type { History, Step } from "./history"

/**
 * Looks for the shortest history that still breaks the same invariant: steps are left out, then what is special about
 * those that stay.
 *
 * @param breaks whether a history breaks it
 */
export async function shrink(
  history: History,
  breaks: (history: History) => Promise<boolean>
): Promise<History> {
  let shortest = history
  for (let isShorter = true; isShorter;) {
    isShorter = false
    for (const candidate of candidates(shortest)) {
      if (await breaks(candidate)) {
        shortest = candidate
        isShorter = true
        break
      }
    }
  }
  return shortest
}

/** Smaller histories, the boldest first. */
function* candidates(history: History): Generator<History> {
  const { steps } = history
  for (let size = Math.floor(steps.length / 2); size >= 1; size >>= 1) {
    for (let from = steps.length - size; from >= 0; from -= size) {
      yield {
        ...history,
        steps: [...steps.slice(0, from), ...steps.slice(from + size)],
      }
    }
  }
  yield* worlds(history)
  for (const [index, step] of steps.entries()) {
    for (const simpler of simplerSteps(step)) {
      yield {
        ...history,
        steps: steps.map((one, at) => (at === index ? simpler : one)),
      }
    }
  }
}

function* worlds(history: History): Generator<History> {
  if (history.serviceSkewMs !== 0) {
    yield { ...history, serviceSkewMs: 0 }
  }
  if (history.secondSkewMs !== 0) {
    yield { ...history, secondSkewMs: 0 }
  }
  if (history.namesRefunds) {
    yield { ...history, namesRefunds: false }
  }
  if (history.delayedRefunds) {
    yield { ...history, delayedRefunds: false }
  }
  if (!history.sharedLocks) {
    yield { ...history, sharedLocks: true }
  }
  if (history.purchases > 1) {
    yield { ...history, purchases: history.purchases - 1 }
  }
}

function* simplerSteps(step: Step): Generator<Step> {
  for (const name of ["weather", "stops", "together", "process"] as const) {
    if (step[name] !== undefined) {
      const { [name]: _left, ...simpler } = step
      yield simpler as Step
    }
  }
  if (step.does === "wait" && step.seconds > 1) {
    for (const seconds of [1, 15, 40, 90, 150, 300, 1_800]) {
      if (seconds < step.seconds) {
        yield { ...step, seconds }
      }
    }
  }
}
