// Runs in the browser too: nothing here may import what only a server has.

// An address is looked for only where a word begins: else a long word would be read again from each of its letters.
const EMAIL_ADDRESS = /(?<![^\s@<>"'()])[^\s@<>"'()]+@[^\s@<>"'()]+/g

const LONG_NUMBER = /\+?\p{Nd}(?:[\s.-]?\p{Nd}){4,}/gu

/**
 * Takes what may identify a person out of a text of the service before it reaches an error or a log: e-mail addresses
 * and runs of five digits or more (personal numbers, phone numbers), also when written in groups.
 */
export const maskPersonalValues = (text: string): string =>
  text.replace(EMAIL_ADDRESS, "[redacted]").replace(LONG_NUMBER, "[redacted]")

/** Whether a text may be a personal number, which stands in no identifier's place: what identifies is kept in clear. */
export const mayBePersonalNumber = (text: string): boolean =>
  /^\p{Nd}{6}[\s-]?\p{Nd}{5}$/u.test(text.trim())

/** What is said of an identifier or a key that may be a personal number. */
export const MAY_BE_PERSONAL_NUMBER = "must not be eleven digits, which may be a personal number"
