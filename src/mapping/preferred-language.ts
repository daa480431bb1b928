import { languages } from "../connect/schemas/request-values"
import type { PreferredLanguage } from "./mapping-settings"

/** Both written forms of Norwegian are `no` to the service. */
const NORWEGIAN = ["nb", "nn"]

/**
 * The service's language for a language tag such as `sv`, `nb-NO` or `da_DK`; undefined when it has none for it.
 */
export function preferredLanguageOf(tag: string | null | undefined): PreferredLanguage | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/)[0] ?? ""
  return NORWEGIAN.includes(primary) ? "no" : languages.find((language) => language === primary)
}
