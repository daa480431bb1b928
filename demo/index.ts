import { readArguments, USAGE } from "./arguments"
import { DemoError } from "./demo-error"
import { endOfParent, signalsToEnd } from "./end-of-demo"
import { accountOf } from "./order/account"
import { tellOrderStory } from "./order/order-story"
import { fillWithLife } from "./life"
import { printedProgress, type Progress } from "./progress"
import { startDemo, type RunningDemo } from "./start-demo"
import { whereToLook } from "./where-to-look"

/** Exit code of a program that a signal ended before its work was done. */
const INTERRUPTED = 130

const print = (text: string) => process.stdout.write(text)

async function main(): Promise<number> {
  const { help, once, placeOrder, life, ...options } = readArguments(process.argv.slice(2))
  if (help) {
    print(USAGE)
    return 0
  }
  const progress = printedProgress(print)
  const ending = new AbortController()
  let demo: RunningDemo | undefined
  const signals = signalsToEnd((times) => {
    print(times === 1 ? "\nEnding.\n" : "\nEnding at once.\n")
    ending.abort()
    void demo?.stop({ hurry: times > 1 })
  })
  endOfParent(() => ending.abort())

  try {
    demo = await startDemo({
      ...options,
      // Building it takes the time of those who wait for the order.
      admin: false,
      progress,
      signal: ending.signal,
    })
    if (placeOrder) {
      const story = await tellOrderStory(demo, progress)
      print(`\n${accountOf(story)}\n`)
    }
    if (once) {
      return 0
    }
    await Promise.all([demo.openAdmin(), life && demo.isNew && live(demo, progress)])
    if (options.watch) {
      await demo.watchSources()
    }
    print(`\n${whereToLook(demo)}\n\nCtrl-C ends it.\n`)
    return await serve(demo, ending.signal)
  } catch (error) {
    // Whatever fails because it is being ended needs no explanation.
    if (ending.signal.aborted) {
      return INTERRUPTED
    }
    throw error
  } finally {
    await demo?.stop()
    signals.forget()
  }
}

/** Worth having and not worth failing for. */
async function live(demo: RunningDemo, progress: Progress): Promise<void> {
  try {
    await fillWithLife(demo, progress)
  } catch (error) {
    progress.warn(
      `The store has less to show than it should: ${error instanceof Error ? error.message : String(error)}`
    )
  }
}

async function serve(demo: RunningDemo, signal: AbortSignal): Promise<number> {
  const ended = new Promise<undefined>((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined))
  )
  const failed = await Promise.race([ended, demo.failure])
  if (failed) {
    throw new DemoError(`${failed} ended unexpectedly.`, {
      logFile: demo.folder.root,
    })
  }
  return 0
}

main().then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    const { message, logFile } =
      error instanceof DemoError
        ? error
        : new DemoError(error instanceof Error ? error.message : String(error))
    process.stderr.write(`\n${message}\n${logFile ? `More about it: ${logFile}\n` : ""}`)
    process.exit(1)
  }
)
