/** The options as the merchant wrote them: Medusa adds its own database settings to those of every module. */
export function ownOptions(options: unknown): unknown {
  if (typeof options !== "object" || options === null) {
    return options
  }
  const { database: _medusasOwn, ...own } = options as Record<string, unknown>
  return own
}
