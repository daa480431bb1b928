import { existsSync } from "node:fs"
import { join } from "node:path"

import { operationIds, operationOf } from "../../../../connect"
import { operationRoutes } from "../operation-routes"

const fileOf = (path: string) => join(__dirname, "..", path.replace(/:(\w+)/g, "[$1]"), "route.ts")

describe("the routes of operations", () => {
  it.each(operationIds)("serve %s by a file of its own method", (id) => {
    const { method, path } = operationRoutes[id]
    expect(existsSync(fileOf(path))).toBe(true)
    const route: unknown = jest.requireActual(fileOf(path))
    expect(route).toHaveProperty(method, expect.any(Function))
    expect(method).toBe(operationOf(id).safety === "read" ? "GET" : "POST")
  })

  it("are each of one operation", () => {
    const taken = operationIds.map(
      (id) => `${operationRoutes[id].method} ${operationRoutes[id].path}`
    )
    expect(new Set(taken).size).toBe(taken.length)
  })
})
