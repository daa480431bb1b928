/**
 * What an error says. What a workflow throws is not always an `Error`: the engine may have passed it on as plain data.
 */
export function messageOf(error: unknown): string {
  const message: unknown = Object(error).message
  return typeof message === "string" && message !== "" ? message : "unknown error"
}
