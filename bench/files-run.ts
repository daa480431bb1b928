import { setTimeout as pause } from "node:timers/promises"

import { z } from "zod"

import { Merchant } from "../integration-tests/http/support/merchant"
import { StoreLab } from "./store/lab"
import { completed, E_INVOICE, readyToComplete } from "./store/shopping"

/** Long enough for what goes on in the background. */
const BREATH_MS = 5_000

/** The second of the minute from which the sweep, which begins with it, is over. */
const AFTER_SWEEP = 20

/**
 * Counts how many files of the plugin a reader meets: those that a store loads at boot, and those of which a function
 * runs in one checkout, from one callback to the captured payment, and in one refund.
 *
 * `npx tsx bench/files-run.ts`, with `--list` for their names.
 */
async function main(): Promise<void> {
  const lab = await StoreLab.open((text) => process.stderr.write(`${text}\n`))
  const scene = await lab.scene({ name: "files_run" })
  try {
    const { store } = await scene.start()
    const files = async (type: "files-loaded" | "files-run") =>
      z.array(z.string()).parse(await store.ask({ type }))
    const during = async (act: () => Promise<unknown>) => {
      await pause(1000 * ((60 + AFTER_SWEEP - new Date().getSeconds()) % 60))
      await store.ask({ type: "follow-files" })
      await act()
      await pause(BREATH_MS)
      return files("files-run")
    }
    say("loaded at boot", await files("files-loaded"))
    const merchant = await Merchant.signIn({ http: store.http, store: scene.store })
    let orderId = ""
    say(
      "run in a checkout",
      await during(async () => {
        orderId = await completed(await readyToComplete(scene, store, E_INVOICE))
      })
    )
    say(
      "run from a callback to captured",
      await during(async () => {
        scene.sandbox.pay(scene.sandbox.orders()[0]?.uuid ?? "")
      })
    )
    const captured = await scene.database("payment").whereNotNull("captured_at").first("id")
    if (!captured) {
      throw new Error("The paid invoice was not captured.")
    }
    say(
      "run in a refund",
      await during(async () => {
        const answer = await merchant.refund(orderId, 10)
        if (answer.status !== 200) {
          throw new Error(`Not refunded: ${JSON.stringify(answer.body)}`)
        }
      })
    )
  } finally {
    await scene.close()
    lab.close()
  }
}

function say(what: string, files: readonly string[]): void {
  process.stdout.write(`FIGURE ${files.length} files ${what}\n`)
  if (process.argv.includes("--list")) {
    process.stdout.write(files.map((file) => `  ${file}\n`).join(""))
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exitCode = 1
})
