import { type Browser, chromium } from "playwright-core"

import { installedBrowser } from "./installed-browser"
import { packagedBrowser } from "./packaged-browser"

/**
 * How long a page may take to show what is awaited, in milliseconds. Less than a test may take, so that a failure names the element
 * that never came; a busy machine makes a page slower, not wrong.
 */
export const PATIENCE_MS = 45_000

const args = [
  // Containers lack the kernel's permissions that the sandbox wants; the pages
  // are all ours.
  "--no-sandbox",
  "--disable-gpu",
  // Nothing but the pages under test shall go over the network.
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** A headless Chromium: the system's, else the one that npm installed. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = installedBrowser()
  if (executablePath) {
    return chromium.launch({ executablePath, args })
  }
  const packaged = await packagedBrowser()
  return chromium.launch({
    executablePath: packaged.executablePath,
    args,
    env: { ...process.env, ...packaged.env },
  })
}
