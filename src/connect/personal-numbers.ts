/** Stands in place of a personal number. */
export const MASK = "***********"

/** What people, phones and word processors put between the digits: blanks, hyphens and dashes, marks that are not seen. */
const BETWEEN = String.raw`[\s\p{Pd}\p{Cf}−·./_]`

const digits = (count: number, between: string) =>
  String.raw`\p{Nd}(?:${between}\p{Nd}){${count - 1}}`

/** Eleven digits however they are grouped, or thirteen where the year is written with its century, wherever one may begin. */
const CANDIDATES = [11, 13].map(
  (count) =>
    new RegExp(String.raw`(?<!\p{Nd})(?=(${digits(count, `${BETWEEN}{0,3}`)})(?!\p{Nd}))`, "gu")
)

/** The groups in which it is printed: a day, its century's number, its check. What is written so is one, whatever day it names. */
const USUAL = new RegExp(
  String.raw`^(?:\p{Nd}{6}|(?:\p{Nd}{2}${BETWEEN}){2}\p{Nd}{2})${BETWEEN}{0,3}(?:\p{Nd}{5}|\p{Nd}{3}${BETWEEN}\p{Nd}{2})$`,
  "u"
)

/** Groups that part the day from the rest, and those of a number that is dictated. */
const OTHER_GROUPS = [
  String.raw`^${digits(6, `${BETWEEN}*`)}${BETWEEN}+${digits(5, `${BETWEEN}*`)}$`,
  String.raw`^\p{Nd}{4}${BETWEEN}+\p{Nd}{4}${BETWEEN}+\p{Nd}{3}$`,
].map((groups) => new RegExp(groups, "u"))

/** The year with its century. */
const WITH_CENTURY = new RegExp(String.raw`^\p{Nd}{8}${BETWEEN}+\p{Nd}{5}$`, "u")

/** Day and month, either of them raised: for a D number, an emergency number, or one made for tests. */
const DAY = String.raw`(?:[04][1-9]|[1256]\d|[37][01])(?:[048][1-9]|[159][0-2])`
const STARTS_WITH_DAY = new RegExp(`^${DAY}`)
const STARTS_WITH_DAY_OF_CENTURY = new RegExp(String.raw`^${DAY}(?:18|19|20)`)

/** Identifiers of the service, checksums and tokens: their digits are no person's. */
const OTHER_WORDS = [
  /^(?:ODR|RES|SUB|CAP|CHA|PAID|CSRT|CRC|COMCHK)\d+$/,
  /^[0-9a-f]{24,}$/,
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  /^(?=[\w-]{32})[\w-]*(?:[A-Za-z0-9]\d{11}|\d{11}[A-Za-z0-9])[\w-]*$/,
]

/** How many characters of a word are looked at on either side: a longer one is a checksum or a token, and may come from anyone. */
const FAR = 64

/** Other identifiers of that form: one may also be a personal number with the word for it before. */
const LIKE_AN_IDENTIFIER = /^[A-Z]{3,8}\d+$/

/** A text without the personal numbers in it; identifiers, checksums and tokens stay as they are. */
export const maskPersonalNumbersIn = (text: string): string => CANDIDATES.reduce(masked, text)

/** Whether a text may hold a personal number. None is taken in an identifier: identifiers are stored in clear text. */
export const mayHoldPersonalNumber = (text: string): boolean => maskPersonalNumbersIn(text) !== text

/** The problem of an identifier or a key that may hold a personal number. */
export const MAY_HOLD_PERSONAL_NUMBER = "must not hold eleven digits that may be a personal number"

function masked(text: string, candidates: RegExp): string {
  let done = ""
  let from = 0
  for (const { index, 1: written = "" } of text.matchAll(candidates)) {
    if (index >= from && isPersonalNumber(text, index, written)) {
      done += text.slice(from, index) + MASK
      from = index + written.length
    }
  }
  return done + text.slice(from)
}

function isPersonalNumber(text: string, index: number, written: string): boolean {
  const end = index + written.length
  const before = /[\w-]*$/.exec(text.slice(Math.max(0, index - FAR), index))?.[0] ?? ""
  const after = /^[\w-]*/.exec(text.slice(end, end + FAR))?.[0] ?? ""
  const word = `${before}${written}${after}`
  if (OTHER_WORDS.some((other) => other.test(word))) {
    return false
  }
  const day = written.normalize("NFKC").replace(/\P{Nd}/gu, "")
  if (day.length > 11) {
    return WITH_CENTURY.test(written) && STARTS_WITH_DAY_OF_CENTURY.test(day)
  }
  const isUsual = USUAL.test(written)
  if (isUsual && !LIKE_AN_IDENTIFIER.test(word)) {
    return true
  }
  return (
    STARTS_WITH_DAY.test(day) && (isUsual || OTHER_GROUPS.some((groups) => groups.test(written)))
  )
}
