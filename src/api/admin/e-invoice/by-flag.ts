/** Filters of a list of e-invoice orders, of which each may have several flags: it is found by any of them. */
export function byFlag({
  attention,
  ...filters
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const flags = [attention].flat().filter((flag) => typeof flag === "string")
  return flags.length === 0
    ? filters
    : {
        ...filters,
        $or: flags.map((flag) => ({ attention: { $like: `%${flag}%` } })),
      }
}
