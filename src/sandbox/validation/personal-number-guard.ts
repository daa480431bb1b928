import { fieldWords } from "./sentences"

const SYNTHETIC_MONTH = /^\d{2}(8[1-9]|9[0-2])\d{7}$/
const PERSONAL_NUMBER_FIELDS = new Set(["personalNumber", "personalId"])

/** Whether eleven digits are a synthetic number: 80 added to the month, so that it can belong to nobody. */
export function isSynthetic(personalNumber: string): boolean {
  return SYNTHETIC_MONTH.test(personalNumber)
}

/** One sentence for each personal number in a body that may be a real person's. Never repeats the number. */
export function realPersonSentences(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value !== "object" || value === null) {
    return []
  }
  return Object.entries(value).flatMap(([key, item]) => {
    const isNumber = PERSONAL_NUMBER_FIELDS.has(key) && typeof item === "string"
    if (!isNumber) {
      return realPersonSentences(item, [...path, key])
    }
    return item === "" || isSynthetic(item)
      ? []
      : [
          `The ${fieldWords([...path, key])} must be synthetic in the sandbox: 80 added to the month.`,
        ]
  })
}
