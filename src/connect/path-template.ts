/** A parameter of a path template: `{name}`, or `{name?}` when it may be left out with the slash before it. */
export type PathParameter = { name: string; optional: boolean }

const PLACEHOLDER = /\/\{([A-Za-z_]\w*)(\??)\}/g

/** The parameters of a path template, in order. */
export const pathParameters = (template: string): PathParameter[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = "", mark]) => ({
    name,
    optional: mark === "?",
  }))

/**
 * Fills a path template. Odd slashes of the template stay as published; values are encoded as one segment each.
 *
 * @throws RangeError naming the parameter when a required value is missing, empty, or a relative segment (`.`, `..`)
 */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(PLACEHOLDER, (_placeholder, name: string, mark: string) => {
    const value = values[name]
    if (value === undefined && mark === "?") {
      return ""
    }
    const segment = String(value ?? "")
    if (/^\.{0,2}$/.test(segment)) {
      throw new RangeError(name)
    }
    return `/${encodeURIComponent(segment)}`
  })
}
