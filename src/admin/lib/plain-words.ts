/** A name from the code as words, for what has no text yet: `verify-token` becomes `Verify token`. */
export const plainWords = (name: string): string => {
  const words = name.replace(/[-_]+/g, " ").trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
