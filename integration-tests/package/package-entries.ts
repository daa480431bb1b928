import { exports as declared } from "../../package.json"

const packageName = "medusa-plugin-einvoice"

/**
 * Every specifier that the package lets others import: each path of `exports`,
 * with its `*` replaced by each name that fits a packed file.
 *
 * @param files paths inside the package
 */
export function packageEntries(files: string[]): string[] {
  return Object.entries(declared).flatMap(([entry, target]) => {
    const file = typeof target === "string" ? target : target.default
    const specifier = packageName + entry.slice(1)
    return file.includes("*")
      ? namesFitting(file, files).map((name) => specifier.replace("*", name))
      : [specifier]
  })
}

function namesFitting(pattern: string, files: string[]): string[] {
  const [before = "", after = ""] = pattern.replace("./", "").split("*")
  return files
    .filter((file) => file.startsWith(before) && file.endsWith(after))
    .map((file) => file.slice(before.length, -after.length))
    .filter((name) => !name.includes("/"))
}
