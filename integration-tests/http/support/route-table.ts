import { readdirSync } from "node:fs"
import { join, sep } from "node:path"

const API = join(__dirname, "../../../src/api")

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

/** A route of the plugin, as its file says: `/admin/e-invoice/orders/:id`. */
export type Route = {
  readonly method: (typeof METHODS)[number]
  readonly path: string
}

/** Every route of the plugin below a path, read from the file system, so that a new one is among them. */
export function routesBelow(start: string): Route[] {
  return readdirSync(API, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(`${sep}route.ts`))
    .flatMap((file) => {
      const path = `/${file.slice(0, -`${sep}route.ts`.length).split(sep).join("/")}`
      const route = path.replace(/\[(\w+)\]/g, ":$1")
      // eslint-disable-next-line @typescript-eslint/no-require-imports -- the file names are found at run time
      const handlers = require(join(API, file)) as Record<string, unknown>
      return METHODS.filter((method) => method in handlers).map((method) => ({
        method,
        path: route,
      }))
    })
    .filter(({ path }) => path.startsWith(start))
    .sort((one, other) => one.path.localeCompare(other.path))
}

/** A route's path with every parameter replaced. */
export const fillRoute = ({ path }: Route, value: string): string => path.replace(/:\w+/g, value)
