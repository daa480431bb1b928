import { spawnSync } from "node:child_process"
import path from "node:path"

const names = [
  "google-chrome",
  "google-chrome-stable",
  "chromium",
  "chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/**
 * The Chromium or Chrome that this system has: the one CHROMIUM_PATH names, else
 * one that answers when asked for its version. (On Ubuntu, `chromium-browser`
 * may be a script that only asks to install the real one.)
 *
 * @throws when CHROMIUM_PATH names something else
 */
export function installedBrowser(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH
  if (!chosen) {
    return names.flatMap(placesOf).find(isChromium)
  }
  if (!isChromium(chosen)) {
    throw new Error(
      `CHROMIUM_PATH must be the path of a Chromium or Chrome program, not "${chosen}"`
    )
  }
  return chosen
}

/** Playwright starts a program by its path only. */
const placesOf = (name: string): string[] =>
  path.isAbsolute(name)
    ? [name]
    : (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, name))

function isChromium(program: string): boolean {
  const { status, stdout } = spawnSync(program, ["--version"], {
    encoding: "utf8",
    timeout: 20_000,
  })
  return status === 0 && /\bChrom(e|ium)\b/.test(stdout)
}
