const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ")

/** A Markdown table, for cells short enough that a row stays within 200 characters. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

/** A Markdown list of what a name means, for what is too long for a table. */
export const list = (entries: readonly (readonly [name: string, meaning: string])[]): string =>
  entries.map(([name, meaning]) => (meaning ? `- ${name}: ${meaning}` : `- ${name}`)).join("\n")
