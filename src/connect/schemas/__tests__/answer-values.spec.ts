import { z } from "zod"

import {
  flagOf,
  listedRecord,
  listOf,
  maybeDigits,
  maybeFlag,
  maybeNumber,
  maybeRecord,
  maybeText,
  nothing,
  numberOf,
  provenListOf,
  publishedAs,
  record,
  requiredDigits,
  requiredText,
  sparing,
  wireFormOf,
} from "../answer-values"

const nones = [undefined, null, "", " ", "x", {}, [], [1], NaN, Infinity, "Infinity", "1 2"]

describe("a value of an answer", () => {
  it.each<[unknown, number | undefined]>([
    [0, 0],
    [-1.5, -1.5],
    ["12.50", 12.5],
    [" 7 ", 7],
    ["0", 0],
    [true, undefined],
    ...nones.map((none): [unknown, undefined] => [none, undefined]),
  ])("%j is read as the number %p", (value, expected) => {
    expect(numberOf(value)).toBe(expected)
    expect(maybeNumber.parse(value)).toBe(expected)
  })

  it.each<[unknown, boolean | undefined]>([
    [1, true],
    ["1", true],
    ["true", true],
    [true, true],
    [0, false],
    ["0", false],
    ["false", false],
    [false, false],
    [2, undefined],
    ["yes", undefined],
    ...nones.map((none): [unknown, undefined] => [none, undefined]),
  ])("%j is read as the flag %p", (value, expected) => {
    expect(flagOf(value)).toBe(expected)
    expect(maybeFlag.parse(value)).toBe(expected)
  })

  it.each<[unknown, string | undefined]>([
    ["a", "a"],
    [" a ", " a "],
    ["", ""],
    [7, "7"],
    [null, undefined],
    [undefined, undefined],
    [true, undefined],
    [{}, undefined],
  ])("%j is read as the text %p", (value, expected) => {
    expect(maybeText.parse(value)).toBe(expected)
    expect(maybeDigits.parse(value)).toBe(expected)
  })

  it("that is required has to say something", () => {
    for (const required of [requiredText, requiredDigits]) {
      expect([" a ", 7].map((value) => required.parse(value))).toEqual(["a", "7"])
      for (const none of ["", " ", null, undefined, true, {}]) {
        expect(required.safeParse(none).success).toBe(false)
      }
    }
  })
})

describe("a list of an answer", () => {
  it.each<[unknown, unknown[]]>([
    [["a"], ["a"]],
    [{ 0: "a", 11: "b" }, ["a", "b"]],
    [{}, []],
  ])("%j is read as %j", (value, expected) => {
    expect(listOf(maybeText).parse(value)).toEqual(expected)
    expect(provenListOf(maybeText).parse(value)).toEqual(expected)
  })

  it.each([{ a1: 1 }, { "1a": 1 }, { a: 1 }, { 0: 1, a: 1 }])("%j is one record of it", (value) => {
    expect(listOf(z.looseObject({})).parse(value)).toEqual([value])
  })

  it("that is null is empty, which proves nothing", () => {
    expect(listOf(maybeText).parse(null)).toEqual([])
    expect(provenListOf(maybeText).safeParse(null).success).toBe(false)
    expect(listOf(maybeText).safeParse(undefined).success).toBe(false)
    expect(listOf(maybeText).safeParse("a").success).toBe(false)
  })
})

describe("a record of an answer", () => {
  const shape = { uuid: requiredText, tax: maybeNumber }
  const aliases = { uuid: "id", tax: publishedAs("vat", "moms") }
  const one = record(shape, aliases)

  it("is read under its other names, the likelier first, and keeps what is unknown", () => {
    expect(one.parse({ id: 7, vat: "1", moms: 2, more: 1 })).toEqual({
      uuid: "7",
      id: 7,
      tax: 1,
      vat: "1",
      moms: 2,
      more: 1,
    })
    expect(one.parse({ uuid: "a", id: "b", moms: 2 })).toMatchObject({ uuid: "a", tax: 2 })
    expect(one.parse({ uuid: null, id: "b" })).toMatchObject({ uuid: "b" })
  })

  it("may be a list of one, and of no more", () => {
    for (const schema of [one, maybeRecord(shape, aliases), listedRecord({ id: maybeText })]) {
      expect(schema.parse([{ id: "a" }])).toMatchObject({ id: "a" })
    }
    for (const value of [[], [{ id: "a" }, { id: "b" }], null, undefined, "a"]) {
      expect(one.safeParse(value).success).toBe(false)
      expect(maybeRecord(shape, aliases).parse(value)).toBeUndefined()
    }
  })

  it("without another name is taken as it is", () => {
    expect(record({ uuid: maybeText }).parse({ uuid: 1, id: 2 })).toEqual({ uuid: "1", id: 2 })
  })

  it("in no need of reading is not copied", () => {
    const spared = sparing(one, (value) => Object(value).uuid === "a")
    const values = [{ uuid: "a" }, { uuid: "b" }]
    const read = values.map((value) => spared.parse(value))

    expect(read).toEqual(values)
    expect(read.map((value, at) => value === values[at])).toEqual([true, false])
  })
})

describe("the form of an answer on the wire", () => {
  it.each([
    [requiredText, { kind: "text", required: true }],
    [maybeText, { kind: "text" }],
    [requiredDigits, { kind: "digits", required: true }],
    [maybeDigits, { kind: "digits" }],
    [maybeNumber, { kind: "number" }],
    [maybeFlag, { kind: "flag" }],
    [listOf(maybeText), { kind: "list", item: maybeText }],
    [provenListOf(maybeText), { kind: "list", item: maybeText }],
    [nothing(), { kind: "nothing" }],
  ])("is noted of each value: %#", (schema, form) => {
    expect(wireFormOf(schema)).toEqual(form)
  })

  it("is noted of a record under the names that it has there", () => {
    const shape = { uuid: maybeText, tax: maybeNumber, id: maybeText }
    const members = { uuid: maybeText, vat: maybeNumber, moms: maybeNumber, ident: maybeText }
    const aliases = { tax: publishedAs("vat", "moms"), id: publishedAs("ident"), uuid: "orderUuid" }
    const form = { kind: "record", members, alternatives: [["vat", "moms"]] }

    expect(wireFormOf(record(shape, aliases))).toEqual({ ...form, required: true })
    expect(wireFormOf(maybeRecord(shape, aliases))).toEqual(form)
    expect(wireFormOf(listedRecord({ uuid: maybeText }))).toEqual({
      kind: "record",
      members: { uuid: maybeText },
      alternatives: [],
      required: true,
      inList: true,
    })
  })

  it("is that of what a schema was copied from, and of no other", () => {
    expect(wireFormOf(maybeText.describe("words"))).toEqual({ kind: "text" })
    expect(wireFormOf(z.string())).toBeUndefined()
  })
})
