import { type AnswerBody, BodyError, BodyOfRows, WholeBody } from "../answer"

const head = `{"status_code":200,"message":"Order Status Retrieved Successfully","is_data":true,`

/** What is handed on, and the envelope that is left, of a body that comes in pieces of so many bytes. */
function readInPieces(body: string, size: number) {
  const rows: unknown[] = []
  const reader = new BodyOfRows((some) => rows.push(...some))
  const bytes = Buffer.from(body)
  for (let from = 0; from < bytes.length; from += size) {
    reader.write(bytes.subarray(from, from + size))
  }
  return { rows, envelope: reader.end() }
}

const sizes = [1, 2, 3, 7, 64, 65_536]
const strange = [
  { uuid: "ODR1", status: "SENT" },
  { uuid: 'quote " and \\ and \\" and [{,', status: '}]"' },
  { uuid: "æøå € 😀 \u2028", status: "INVOICED", more: [[1, { a: [] }], null] },
  null,
  7,
  "text, with a comma",
  [],
  {},
]

describe.each(sizes)("a list that comes in pieces of %i bytes", (size) => {
  it.each([
    ["an array", strange],
    ["an object with index keys", Object.assign({}, strange)],
  ])("is handed on as %s", (_name, data) => {
    for (const indent of [0, 2]) {
      const whole = {
        status_code: 200,
        errors: { data: [1, 2] },
        note: '"data":[',
        message: "ok",
        data,
        metaData: { total: 8, lastPage: 1 },
        links: ["a", { data: [] }],
      }
      const { rows, envelope } = readInPieces(JSON.stringify(whole, undefined, indent), size)

      expect(rows).toEqual(strange)
      expect(envelope).toMatchObject({
        status_code: 200,
        message: "ok",
        errors: { data: [1, 2] },
        page: { total: 8, lastPage: 1 },
      })
      expect(Object.values(envelope?.data as object)).toEqual([])
    }
  })

  it.each([
    ["an empty array", "[ ]", []],
    ["an empty object", "{}", {}],
    ["null", "null", null],
    ["text", `"data"`, "data"],
    ["a single record", `{"uuid":"ODR1","status":"SENT"}`, { uuid: "ODR1", status: "SENT" }],
  ])("leaves %s in the envelope", (_name, data, read) => {
    const { rows, envelope } = readInPieces(`${head}"data":${data}}`, size)

    expect(rows).toEqual([])
    expect(envelope).toMatchObject({ status_code: 200, data: read })
  })

  it("leaves lists of other members in the envelope", () => {
    const body = `{"x\\"data":[1],"data" : "none","rows":["data",[2]]}`

    const { rows, envelope } = readInPieces(body, size)

    expect(rows).toEqual([])
    expect(envelope?.raw).toEqual(JSON.parse(body))
  })

  it.each([
    ["rows without a comma between", `[{"a":1} {"a":2}]`],
    ["two commas", `[1,,2]`],
    ["a comma at the end", `[1,2,]`],
    ["a comma at the beginning", `[,1]`],
    ["a comma alone", `[,]`],
    ["a word", `[{"a":1},oops,{"a":2}]`],
    ["a row that is cut", `[{"a":},2]`],
    ["a bracket too many", `[{"a":1}},2]`],
    ["a key that is no index", `{"0":1,"one":2}`],
    ["a key that only ends in one", `{"0":1,"x2":2}`],
    ["a key that only begins with one", `{"0":1,"2x":2}`],
    ["an index without a row", `{"0":1,"1"}`],
    ["a bracket of another kind", `[1,2}`],
    ["an end that is missing", `[1,2`],
    ["text that does not end", `[1,"2]`],
  ])("is not believed with %s", (_name, data) => {
    let envelope: unknown
    try {
      envelope = readInPieces(`${head}"data":${data}}`, size).envelope
    } catch (error) {
      expect(error).toBeInstanceOf(BodyError)
      expect(error).toHaveProperty("reason", "unreadable")
    }
    expect(envelope).toBeUndefined()
  })
})

it.each([
  ["a page of another kind", "<html><body>Bad gateway</body></html>"],
  ["nothing", ""],
  ["a list without an envelope", `[{"data":[1]}]`],
  ["a body that goes on", `${head}"data":[1]} {}`],
])("takes %s for no answer", (_name, body) => {
  expect(readInPieces(body, 4).envelope).toBeUndefined()
})

it("holds no more than the row that is coming in", () => {
  const rows: unknown[] = []
  const reader = new BodyOfRows((some) => rows.push(...some))
  reader.write(Buffer.from(`${head}"data":[{"uuid":"ODR1"},{"uuid":"`))

  expect(rows).toEqual([{ uuid: "ODR1" }])
  expect(() => {
    for (let written = 0; written < 40; written++) {
      reader.write(Buffer.alloc(64 * 1024, "x"))
    }
  }).toThrow("longer than")
})

it("holds no more of what is around the rows", () => {
  const reader = new BodyOfRows(() => undefined)
  reader.write(Buffer.from(`${head}"data":[1]`))

  expect(() => {
    for (let written = 0; written < 40; written++) {
      reader.write(Buffer.alloc(64 * 1024, " "))
    }
  }).toThrow("longer than")
})

it("takes more rows for a list than an index of one digit counts", () => {
  const data = Object.assign(
    {},
    Array.from({ length: 12 }, (_, row) => row)
  )

  expect(readInPieces(JSON.stringify({ data }), 64).rows).toHaveLength(12)
})

describe("a whole body", () => {
  const body = Buffer.from(`{"status_code":200,"message":7}`)
  const reasonOf = (read: (whole: AnswerBody) => void, most: number) => {
    try {
      read(new WholeBody(most))
    } catch (error) {
      return error instanceof BodyError ? error.reason : error
    }
    return undefined
  }

  it("is read once all of it has come", () => {
    const whole = new WholeBody(body.length)
    whole.expect(body.length)
    whole.write(body.subarray(0, 9))
    whole.write(body.subarray(9))

    expect(whole.end()).toMatchObject({ status_code: 200, message: "" })
  })

  it.each<[string, (whole: AnswerBody) => void]>([
    ["says that it is", (whole) => whole.expect?.(body.length)],
    ["is, at once", (whole) => whole.write(body)],
    ["is, in parts", (whole) => [whole.write(body.subarray(0, 9)), whole.write(body.subarray(9))]],
  ])("need not come where it %s longer than what is held", (_what, read) => {
    expect(reasonOf(read, body.length - 1)).toBe("too-large")
    expect(reasonOf(read, body.length)).toBeUndefined()
  })
})
