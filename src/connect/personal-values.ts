/**
 * Takes what may identify a person out of a text of the service before it reaches an error or a log: e-mail addresses
 * and runs of five digits or more (personal numbers, phone numbers), also when written in groups.
 */
export const maskPersonalValues = (text: string): string =>
  withoutAddresses(text).replace(/\+?\d(?:[ .-]?\d){4,}/g, "[redacted]")

const withoutAddresses = (text: string): string =>
  text.includes("@")
    ? text.replace(/[^\s@<>"'(]+@[^\s@<>"')]+/g, "[redacted]")
    : text
