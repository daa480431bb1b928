import { flagOf, isRecord, numberOf } from "./schemas/answer-values"

/** Why the body of an answer is not read on. */
export class BodyError extends Error {
  constructor(
    readonly reason: "too-large" | "unreadable",
    message: string
  ) {
    super(message)
  }
}

/** Takes the body of an answer in as it comes. */
export interface AnswerBody {
  /**
   * @param bytes how long the body says that it is
   * @throws BodyError when it need not come
   */
  expect?(bytes: number): void
  /** @throws BodyError when the rest need not come */
  write(chunk: Buffer): void
  /**
   * @returns undefined when it is no JSON object
   * @throws BodyError
   */
  end(): Envelope | undefined
}

const tooLarge = (bytes: number) =>
  new BodyError("too-large", `the answer is longer than ${bytes} bytes`)

/** Holds the whole body, up to a length. */
export class WholeBody implements AnswerBody {
  readonly #chunks: Buffer[] = []
  #size = 0

  constructor(private readonly maxBytes: number) {}

  expect(bytes: number): void {
    if (bytes > this.maxBytes) {
      throw tooLarge(this.maxBytes)
    }
  }

  write(chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.maxBytes) {
      this.#chunks.length = 0
      throw tooLarge(this.maxBytes)
    }
    this.#chunks.push(chunk)
  }

  end(): Envelope | undefined {
    return readEnvelope(Buffer.concat(this.#chunks))
  }
}

/** Bytes of one row, and of all around the rows, that are held at most. */
const MOST_HELD = 1024 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** A member whose name is an index: how an object begins that stands for a list. */
const INDEX_KEY = /^\s*"\d+"/

/**
 * Hands the rows of a list on as they come in, and holds none of them: the list may be longer than what memory is
 * there for. A list is the member `data` of an answer, an array or an object with index keys; anything else that `data`
 * may be is left in the envelope.
 *
 * It finds where rows end, by quotes and brackets alone; what is between is read by `JSON.parse`, so nothing passes that
 * is no JSON.
 */
export class BodyOfRows implements AnswerBody {
  /** What has come and is not understood yet: all before the rows, one unfinished row, or all after them. */
  #held: Buffer = Buffer.alloc(0)
  /** How far it was looked through. */
  #position = 0
  #stage: "before" | "rows" | "after" | "no rows" = "before"
  #depth = 0
  #inText = false
  /** Where the last text at the top of the envelope began and ended: the name of a member, if a colon follows. */
  #text = { from: 0, to: 0 }
  #rowsAre: "array" | "object" = "array"
  /** Where what has not been handed on begins. */
  #rowsFrom = 0
  /** Where the last row ended; undefined when none did. */
  #rowEnd: number | undefined
  #hasRows = false
  #before = ""

  /** @param onRows is given rows as they were parsed, some at a time; what it throws ends the reading */
  constructor(private readonly onRows: (rows: unknown[]) => void) {}

  write(chunk: Buffer): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    this.#scan()
    if (this.#stage === "rows" && this.#rowEnd !== undefined) {
      this.#handOn(this.#rowEnd)
    }
    if (this.#stage === "rows" && this.#hasRows) {
      this.#held = this.#held.subarray(this.#rowsFrom)
      this.#position -= this.#rowsFrom
      this.#rowsFrom = 0
    }
    if (this.#held.length > MOST_HELD) {
      throw tooLarge(MOST_HELD)
    }
  }

  end(): Envelope | undefined {
    return readEnvelope(Buffer.concat([Buffer.from(this.#before), this.#held]))
  }

  /** Follows quotes and brackets through what has come. All of them are single bytes in UTF-8. */
  #scan(): void {
    let held = this.#held
    let position = this.#position
    // Every byte of a long list passes here: what changes with most of them is no field.
    let inText = this.#inText
    for (; position < held.length; position++) {
      const byte = held[position] ?? 0
      if (inText) {
        if (byte === BACKSLASH) {
          position += 1
        } else if (byte === QUOTE) {
          inText = false
          this.#text.to = position + 1
        }
        continue
      }
      switch (byte) {
        case QUOTE:
          inText = true
          this.#text.from = position
          break
        case OPEN_LIST:
        case OPEN_OBJECT:
          this.#depth += 1
          if (this.#stage === "before" && this.#isAtData(position)) {
            this.#stage = "rows"
            this.#rowsAre = byte === OPEN_LIST ? "array" : "object"
            this.#rowsFrom = position + 1
          }
          break
        case CLOSE_LIST:
        case CLOSE_OBJECT:
          this.#depth -= 1
          if (this.#stage === "rows" && this.#depth === 1) {
            position -= this.#endRows(position)
            held = this.#held
          }
          break
        case COMMA:
          if (this.#stage === "rows" && this.#depth === 2) {
            this.#rowEnd = position
          }
      }
    }
    this.#position = position
    this.#inText = inText
  }

  /** Whether the list or object that begins here is the member `data` of the envelope. */
  #isAtData(position: number): boolean {
    const { from, to } = this.#text
    return (
      this.#depth === 2 &&
      this.#held.toString("latin1", from, to) === '"data"' &&
      /^\s*:\s*$/.test(this.#held.toString("latin1", to, position))
    )
  }

  /** @returns how many bytes fewer are held */
  #endRows(position: number): number {
    const rest = this.#held.toString("utf8", this.#rowsFrom, position)
    if (this.#hasRows || rest.trim() !== "") {
      this.#handOn(position)
    }
    if (this.#stage !== "rows") {
      return 0
    }
    this.#leaveBefore()
    this.#held = this.#held.subarray(position)
    this.#stage = "after"
    return position
  }

  /** Hands on the rows that end where a comma or the list's end stands. */
  #handOn(end: number): void {
    const text = this.#held.toString("utf8", this.#rowsFrom, end)
    if (!this.#hasRows && this.#rowsAre === "object" && !INDEX_KEY.test(text)) {
      // A single record, or none: it is as short as any answer.
      this.#stage = "no rows"
      return
    }
    this.#onText(text)
    this.#leaveBefore()
    this.#hasRows = true
    this.#rowsFrom = end + 1
    this.#rowEnd = undefined
  }

  #onText(text: string): void {
    let rows: unknown[]
    try {
      const parsed: object = JSON.parse(this.#rowsAre === "array" ? `[${text}]` : `{${text}}`)
      if (!Array.isArray(parsed) && !Object.keys(parsed).every(isIndex)) {
        throw new SyntaxError()
      }
      rows = Object.values(parsed)
    } catch {
      throw new BodyError("unreadable", "its rows are no JSON")
    }
    if (rows.length === 0) {
      throw new BodyError("unreadable", "its rows are no JSON")
    }
    this.onRows(rows)
  }

  /** Keeps what came before the rows, once. */
  #leaveBefore(): void {
    if (this.#before === "") {
      this.#before = this.#held.toString("utf8", 0, this.#rowsFrom)
    }
  }
}

const isIndex = (key: string) => /^\d+$/.test(key)

/**
 * The members of any answer, of either error form (`is_data` with `data`, or `is_error` with `errors`). `is_data` is not
 * read: it does not say whether `data` is filled.
 */
export type Envelope = {
  status_code: number | undefined
  message: string
  is_error: boolean | undefined
  data: unknown
  errors: unknown
  /** Where `data` stands in its list, where the answer says so. */
  page: Page | undefined
  /** The body as parsed from JSON. */
  raw: unknown
}

const utf8 = new TextDecoder()

/** The body of an answer; undefined when it is no JSON object. */
function readEnvelope(body: Buffer): Envelope | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(utf8.decode(body))
  } catch {
    return undefined
  }
  return isRecord(parsed) ? envelopeOf(parsed) : undefined
}

// By hand: every answer of every call passes here, and of most only three members are there.
const envelopeOf = (body: Record<string, unknown>): Envelope => ({
  status_code: numberOf(body.status_code),
  message: typeof body.message === "string" ? body.message : "",
  is_error: flagOf(body.is_error),
  data: body.data,
  errors: body.errors,
  page: pageOf(body.metaData),
  raw: body,
})

const pageOf = (metaData: unknown): Page | undefined =>
  isRecord(metaData)
    ? {
        total: numberOf(metaData.total),
        perPage: numberOf(metaData.perPage),
        currentPage: numberOf(metaData.currentPage),
        lastPage: numberOf(metaData.lastPage),
      }
    : undefined

/** A successful answer of the service. */
export type Answer<Data> = {
  httpStatus: number
  /** The answer's `message`: a key, in some operations a sentence. */
  messageKey: string
  /** What the operation answers, read by the catalogue's schema for it. */
  data: Data
  /** The whole body as parsed from JSON, for what `data` leaves out. Holds personal data: never log it. */
  raw: unknown
  /** The answer's own `status_code` where it repeats the HTTP status differently; the HTTP status decides. */
  statusCode?: number
  /**
   * Milliseconds by which the service's clock ran ahead of this machine's when it answered, behind it where they are
   * negative; the way there and back counted half each. Left out when the answer has no `Date` header.
   */
  clockSkewMs?: number
  /** Present when `data` is one page of a longer list. */
  page?: Page
}

/** Where a page stands in its list; page numbers begin at 1. */
export type Page = {
  /** Entries in the whole list. */
  total?: number
  perPage?: number
  currentPage?: number
  lastPage?: number
}
