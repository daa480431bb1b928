/**
 * Writes query parameters as Medusa reads them: lists as `status[0]=PAID`, operators as `created_at[$gte]=2026-01-01`.
 * What is null, undefined or empty text is left out.
 */
export const queryText = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => parameters(name, value))
  ).toString()

const parameters = (name: string, value: unknown): [string, string][] => {
  if (value === null || value === undefined || value === "") {
    return []
  }
  return typeof value === "object"
    ? Object.entries(value).flatMap(([key, member]) => parameters(`${name}[${key}]`, member))
    : [[name, String(value)]]
}
