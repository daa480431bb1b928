import { createRequire } from "node:module"
import path from "node:path"

import { buildStores, storeFolders } from "../store/build"

type Parts = {
  connect: typeof import("../../src/connect/index.js")
  mapping: typeof import("../../src/mapping/index.js")
}

/**
 * The plugin's client and mapping as a store runs them. What runs the bench from source marks every function with its name
 * each time it is made, which costs more than some of what is measured.
 */
export async function compiled(): Promise<Parts> {
  await buildStores()
  return { connect: load("connect"), mapping: load("mapping") }
}

const requireFromStore = createRequire(__filename)

const load = <Part extends keyof Parts>(part: Part): Parts[Part] =>
  requireFromStore(path.join(storeFolders.plugin, "src", part))
