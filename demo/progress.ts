/** Says what the demo is doing. */
export type Progress = {
  /** Something begins. */
  step(text: string): void
  /** Something went wrong and the demo goes on. */
  warn(text: string): void
}

/** One line for each step, with the seconds since the start. */
export function printedProgress(
  write: (line: string) => void,
  now: () => number = Date.now
): Progress {
  const start = now()
  const line = (mark: string, text: string) => {
    const seconds = ((now() - start) / 1000).toFixed(1)
    write(`${seconds.padStart(6)} s ${mark} ${text}\n`)
  }
  return {
    step: (text) => line(" ", text),
    warn: (text) => line("!", text),
  }
}

/** For those who watch something else. */
export const silentProgress: Progress = {
  step: () => undefined,
  warn: () => undefined,
}
