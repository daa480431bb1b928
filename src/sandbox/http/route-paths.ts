import {
  type Alternative,
  type OperationId,
  operationIds,
  operationOf,
  type OtherBody,
} from "../../connect"

/** One method and path at which an operation answers. */
export type OperationRoute = {
  id: OperationId
  method: string
  /** With all its parameters: `{name}`. */
  path: string
  /** The body of this reading, where it differs from the entry's. */
  body?: OtherBody
}

/**
 * The routes of all operations: first the catalogue's own, then what other sources publish for them (a double slash
 * written as one, an older path), as long as it is not another operation's.
 */
export function operationRoutes(): OperationRoute[] {
  const own = operationIds.flatMap((id) => {
    const { method, path } = operationOf(id)
    return routesFor(id, method, path)
  })
  const alternatives = operationIds.flatMap((id) => {
    const { alternatives = [], method, path } = operationOf(id)
    const singleSlash = { path: path.replace(/\/{2,}/g, "/"), method }
    return [singleSlash, ...alternatives].flatMap((other: Omit<Alternative, "source">) =>
      routesFor(id, other.method ?? method, other.path ?? path, other.body)
    )
  })
  const taken = new Set<string>()
  return [...own, ...alternatives].filter(({ method, path }) => {
    const key = `${method} ${path.replace(/\{\w+\}/g, "{}")}`
    const isFree = !taken.has(key)
    taken.add(key)
    return isFree
  })
}

function routesFor(
  id: OperationId,
  method: string,
  path: string,
  body?: OtherBody
): OperationRoute[] {
  return pathVariants(path).map((variant) => ({ id, method, path: variant, ...(body && { body }) }))
}

/** A catalogue path with all its parameters, and again without each of the trailing ones that may be left out. */
export function pathVariants(path: string): string[] {
  const optional = path.match(/\/\{\w+\?\}/g) ?? []
  return Array.from({ length: optional.length + 1 }, (_, dropped) =>
    optional
      .slice(optional.length - dropped)
      .reduce((rest, segment) => rest.replace(segment, ""), path)
      .replaceAll("?}", "}")
  )
}
