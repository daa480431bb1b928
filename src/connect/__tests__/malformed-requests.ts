import type { Example, Operation } from "../operation"

const parts = ["params", "query", "body"] as const

type Part = (typeof parts)[number]
type Members = Readonly<Record<string, unknown>>

/** A request that breaks one rule, and the field that must be named. */
export type MalformedRequest = {
  part: Part
  request: Example["request"]
  field: string
}

/** In an address neither identifier nor number nor any word that is listed; in a body no value of a field. */
const wrong: Readonly<Record<Part, unknown>> = { params: "../1", query: "../1", body: {} }

/**
 * What an entry's example becomes when one thing of it is wrong: each of its values once, a field that the operation does not
 * know, and a part that it does not take.
 */
export function malformedRequests(operation: Operation): MalformedRequest[] {
  const { request } = operation.example()
  return parts.flatMap((part) => {
    const given = request[part]
    const broken = (value: unknown, field: string): MalformedRequest => ({
      part,
      // Of the wrong kind on purpose.
      request: { ...request, [part]: value } as Example["request"],
      field,
    })
    return operation[part]
      ? [
          ...valuesIn(given).map((at) => broken(withValue(given, at, wrong[part]), at.join("."))),
          broken({ ...(given as Members), unknownField: "1" }, "unknownField"),
        ]
      : [broken({ unknownField: "1" }, part)]
  })
}

/** The paths of all values within one. */
const valuesIn = (value: unknown): string[][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => {
        const within = valuesIn(member)
        return within.length > 0 ? within.map((at) => [name, ...at]) : [[name]]
      })
    : []

/** A copy in which the value at a path is another; undefined leaves it out. */
export function withValue(value: unknown, [name, ...rest]: readonly string[], other: unknown) {
  if (name === undefined) {
    return other
  }
  const copy: unknown = Array.isArray(value) ? [...value] : { ...(value as Members) }
  const members = copy as Record<string, unknown>
  members[name] = withValue(members[name], rest, other)
  return copy
}
