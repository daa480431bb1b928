import type { TextKey } from "../../lib/texts"
import type { LANGUAGES } from "./profile-form"

/** The service's languages in words. */
export const languageWords = {
  no: "customers.language.no",
  en: "customers.language.en",
  sv: "customers.language.sv",
  da: "customers.language.da",
  de: "customers.language.de",
} as const satisfies Record<(typeof LANGUAGES)[number], TextKey>
