/**
 * A copy of a JSON value in which every object that has only index keys (`{ "0": …, "1": … }`) is a list: the service
 * takes both forms.
 */
export function listsFromIndexKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(listsFromIndexKeys)
  }
  if (typeof value !== "object" || value === null) {
    return value
  }
  const entries = Object.entries(value).map(
    ([key, item]) => [key, listsFromIndexKeys(item)] as const
  )
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}
