import { isStopMessage, type ChildMessage } from "./messages"

type Service<Value> = {
  /** Starts the service. What it returns is sent to the parent. */
  start(report: (step: string) => void): Promise<Value>
  /** Ends the service; the process exits afterwards. */
  stop(): void | Promise<void>
}

const GRACE_MS = 5_000

/**
 * Runs a service in a child process of the demo. It ends when the parent says so, and also when the parent is gone,
 * however that came about: nothing the demo starts outlives it.
 */
export function serveParent<Value>(service: Service<Value>): void {
  const tell = (message: ChildMessage) =>
    new Promise<void>((resolve) => {
      if (!process.connected || !process.send) {
        return resolve()
      }
      process.send(message, undefined, undefined, () => resolve())
    })
  let ending = false
  const end = async (exitCode: number) => {
    if (ending) {
      return
    }
    ending = true
    // What this service needs in order to end well may be gone before it.
    setTimeout(() => process.exit(exitCode), GRACE_MS)
    try {
      await service.stop()
    } catch (error) {
      console.error(error)
    }
    process.exit(exitCode)
  }
  const fail = (error: unknown) => {
    console.error(error)
    void tell({
      type: "failed",
      message: error instanceof Error ? error.message : String(error),
    }).then(() => end(1))
  }

  process.on("message", (message) => {
    if (isStopMessage(message)) {
      void end(0)
    }
  })
  process.on("disconnect", () => void end(1))
  process.on("uncaughtException", fail)
  process.on("unhandledRejection", fail)

  service
    .start((name) => void tell({ type: "step", name }))
    .then((value) => tell({ type: "ready", value }), fail)
}
