import { readdirSync } from "node:fs"
import path from "node:path"

const sourceFolder = path.join(import.meta.dirname, "../src")

/** What every room that acts may use: the interface, the mapping, and what the plugin remembers. */
const below = ["connect", "mapping", "modules", "options.ts"]

/** Imports run one way: which room of `src/` may import from which. */
const mayImport = {
  connect: [],
  mapping: ["connect"],
  storefront: ["connect", "mapping"],
  sandbox: ["connect"],
  "options.ts": ["connect", "mapping"],
  "describe-options.ts": ["options.ts"],
  "events.ts": [],
  modules: ["connect", "mapping", "options.ts", "events.ts"],
  links: ["modules"],
  domain: [...below, "events.ts"],
  providers: [...below, "domain"],
  workflows: [...below, "domain"],
  subscribers: [...below, "domain", "workflows"],
  jobs: [...below, "domain", "workflows"],
  policies: [],
  api: [...below, "domain", "workflows", "policies", "storefront", "describe-options.ts"],
  // Types of answers alone: a rule of its own in eslint.config.mjs.
  admin: ["api"],
  "with-e-invoice.ts": ["connect", "modules", "options.ts"],
}

/**
 * Zones for the rule `import-x/no-restricted-paths`. A room that the table does
 * not know yet may import nothing of the rest.
 *
 * @param alsoAllowed rooms that every room may import besides, as tests may
 * drive the sandbox and read the catalogue
 */
export function importZones(alsoAllowed = []) {
  const rooms = readdirSync(sourceFolder).filter((name) => name !== "__tests__")
  return rooms.map((room) => {
    const allowed = [...(mayImport[room] ?? []), ...alsoAllowed]
    return {
      target: `./src/${room}`,
      from: "./src",
      except: [...new Set([room, ...allowed])].map((name) => `./${name}`),
      message:
        allowed.length > 0
          ? `src/${room} may import only from ${allowed.join(", ")}.`
          : `src/${room} imports nothing of the rest.`,
    }
  })
}
