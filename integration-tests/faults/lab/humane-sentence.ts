/** A sentence that tells a shopper what to do, in no technical terms. */
export function expectHumane(sentence: string | undefined): void {
  expect(sentence).toMatch(/^[A-Z].*\.$/)
  expect(sentence).not.toMatch(
    /error|exception|HTTP|\d{3}|undefined|null|einv|payses|socket|ECONN|fail/i
  )
}
