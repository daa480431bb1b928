/** A Markdown list of what each name means. */
export const list = (entries: readonly (readonly [name: string, meaning: string])[]): string =>
  entries.map(([name, meaning]) => (meaning ? `- ${name}: ${meaning}` : `- ${name}`)).join("\n")

/** A type of `describeMembers`, whose words are for staff, as developers say it. */
export const typeInCode = (type: string): string =>
  type
    .replaceAll("true or false", "boolean")
    .replaceAll("whole number", "integer")
    .replace(/^one of (?=")/, "")

/** Types that a default shows by itself. */
export const isShown = (type: string): boolean =>
  ["boolean", "integer", "number", "text"].includes(type)
