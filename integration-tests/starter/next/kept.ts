/** What Next.js keeps on its server between requests, by tag. */
export const kept = new Map<string, unknown>()
