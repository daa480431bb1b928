import { FetchError } from "@medusajs/js-sdk"
import { ZodError } from "zod"

import type { Translate } from "./texts"

/**
 * What went wrong, as a sentence for the person at the screen. Refusals come from the server as a sentence with advice
 * and are shown as they are.
 */
export const errorSentence = (t: Translate, error: unknown): string => {
  if (error instanceof ZodError) {
    return t("errors.unreadable")
  }
  if (!(error instanceof FetchError) || error.status === undefined) {
    return t("errors.unreachable")
  }
  switch (error.status) {
    case 401:
      return t("errors.signedOut")
    case 403:
      return t("errors.notAllowed")
    case 500:
    case 502:
    case 504:
      return isInOurWords(error) ? error.message : t("errors.serverFailed")
    default:
      return error.message || t("errors.serverFailed")
  }
}

/** Our own server says in words what the service did; what stands between says only that something failed. */
const isInOurWords = (error: FetchError): boolean =>
  "code" in error && typeof error.code === "string" && error.message !== ""
