const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/**
 * Listens to the signals that ask a process to end.
 *
 * @param onSignal told how many times it was asked: a second Ctrl-C does not wait
 */
export function signalsToEnd(onSignal: (times: number) => void): {
  forget(): void
} {
  let times = 0
  const listener = () => onSignal((times += 1))
  for (const signal of SIGNALS) {
    process.on(signal, listener)
  }
  return {
    forget: () => {
      for (const signal of SIGNALS) {
        process.off(signal, listener)
      }
    },
  }
}

const LOOK_EVERY_MS = 500

/**
 * Notices that the process that started this one, such as npm, is gone: not every shell passes on the signal that
 * ended it.
 */
export function endOfParent(onEnd: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) {
      clearInterval(watch)
      onEnd()
    }
  }, LOOK_EVERY_MS)
  watch.unref()
}
