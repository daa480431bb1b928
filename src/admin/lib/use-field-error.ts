import type { TextKey } from "./texts"
import { useTexts } from "./texts"

/** A key of our texts: words without spaces, joined by dots. */
const OWN_MESSAGE = /^[a-zA-Z]+(\.[a-zA-Z]+)+$/

/** Puts a field's error in words: a text key of our own form values, or a sentence already. */
export const useFieldError = (): ((message: string | undefined) => string) => {
  const t = useTexts()
  return (message) => {
    if (!message) {
      return t("forms.errors.invalid")
    }
    return OWN_MESSAGE.test(message) ? t(message as TextKey) : message
  }
}
