const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null

const membersOf = (value: object, prefix: string): [name: string, value: string][] =>
  Object.entries(value).flatMap(([name, member]): [string, string][] => {
    const path = `${prefix}${Array.isArray(value) ? Number(name) + 1 : name}`
    if (isBranch(member)) {
      return membersOf(member, `${path}.`)
    }
    return member === null || member === undefined || member === "" ? [] : [[path, String(member)]]
  })

/**
 * What a request carried, one line for each value that was given: `products.1.amount` is the first line's amount.
 *
 * @param request as the operation log shows it
 */
export const sentMembers = (request: unknown): readonly [name: string, value: string][] => {
  if (!isBranch(request)) {
    return []
  }
  const { query, body } = request as { query?: unknown; body?: unknown }
  return [query, body].flatMap((part) => (isBranch(part) ? membersOf(part, "") : []))
}
