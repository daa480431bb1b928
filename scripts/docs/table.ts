const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ")

/** A Markdown table, for cells short enough that a row stays within 200 characters. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

/** A Markdown list of what a name means, for what is too long for a table. */
export const list = (entries: readonly (readonly [name: string, meaning: string])[]): string =>
  entries.map(([name, meaning]) => (meaning ? `- ${name}: ${meaning}` : `- ${name}`)).join("\n")

/** A type of `describeMembers`, whose words are for staff, as developers say it. */
export const typeInCode = (type: string): string =>
  type.replaceAll("true or false", "boolean").replaceAll("whole number", "integer")
