// Runs in the browser too: nothing here may import what only a server has.

// An address is looked for only where a word begins: else a long word would be read again from each of its letters.
const EMAIL_ADDRESS = /(?<![^\s@<>"'()])[^\s@<>"'()]+@[^\s@<>"'()]+/g

const LONG_NUMBER = /\+?\d(?:[ .-]?\d){4,}/g

/**
 * Takes what may identify a person out of a text of the service before it reaches an error or a log: e-mail addresses
 * and runs of five digits or more (personal numbers, phone numbers), also when written in groups.
 */
export const maskPersonalValues = (text: string): string =>
  text.replace(EMAIL_ADDRESS, "[redacted]").replace(LONG_NUMBER, "[redacted]")
