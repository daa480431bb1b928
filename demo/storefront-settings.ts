import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import type { DemoFolder } from "./demo-folder"
import { personalNumbersToTry } from "./personal-numbers"
import type { SeededStore } from "./seed/seeded-store"
import type { StoreSettings } from "./storefront/src/store/store-settings"

/** Tells the storefront which store it belongs to. */
export function writeStorefrontSettings(
  folder: DemoFolder,
  backendUrl: string,
  store: SeededStore
): void {
  const settings: StoreSettings = {
    backendUrl,
    publishableKey: store.publishableKey,
    regionId: store.regions.norway,
    personalNumbersToTry,
  }
  mkdirSync(folder.storefront, { recursive: true })
  writeFileSync(path.join(folder.storefront, "settings.json"), JSON.stringify(settings))
}
