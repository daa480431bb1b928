import { csvText, isTimeZone, money } from "../csv"

type Row = { name: string | null; amount: number | string | null; at: Date }

const columns = {
  name: (row: Row) => row.name,
  amount: (row: Row) => money(row.amount),
  at: (row: Row) => row.at,
}

const AT = new Date("2026-11-23T19:04:17.250Z")

async function textOf(rows: readonly Partial<Row>[], timeZone = "Europe/Oslo") {
  async function* batches() {
    await Promise.resolve()
    yield rows.map((row) => ({ name: null, amount: null, at: AT, ...row }))
  }
  const pieces: string[] = []
  for await (const piece of csvText(columns, batches(), timeZone)) {
    pieces.push(piece)
  }
  return pieces.join("")
}

const nameCell = async (name: string) => {
  const [, line = ""] = (await textOf([{ name, amount: 1 }])).split(/\r\n(.*)/s)
  return line.slice(0, line.lastIndexOf(",1.00,"))
}

it("begins with the byte order mark and the names of its columns, and writes amounts and moments", async () => {
  expect(
    await textOf([{ name: "Kari Nordmann", amount: -1249.5 }, { amount: "9007199254740993.01" }])
  ).toBe(
    "\uFEFFname,amount,at\r\nKari Nordmann,-1249.50,2026-11-23T20:04:17+01:00\r\n,9007199254740993.01,2026-11-23T20:04:17+01:00\r\n"
  )
})

it.each([
  ["Europe/Oslo", "2026-07-01T01:30:00+02:00"],
  ["UTC", "2026-06-30T23:30:00+00:00"],
  ["America/St_Johns", "2026-06-30T21:00:00-02:30"],
])("writes a moment as it is in %s", async (timeZone, expected) => {
  expect(await textOf([{ at: new Date("2026-06-30T23:30:00Z") }], timeZone)).toContain(
    `,,${expected}\r\n`
  )
})

it.each([
  ["=1+1", "'=1+1"],
  ["+47 400", "'+47 400"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["\rCR", `"'\rCR"`],
  [" =1", "' =1"],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ["＝1", "'＝1"],
  ["a=b", "a=b"],
  ["Ola;=1+1;b", `"Ola;'=1+1;b"`],
  ["Ola; @SUM(A1)", `"Ola;' @SUM(A1)"`],
  ["Ola\r\n=1+1", `"Ola\r\n'=1+1"`],
  ["Hansen, -1", '"Hansen, -1"'],
  ['Ola "O" Nordmann', '"Ola ""O"" Nordmann"'],
  ["Hansen, Per", '"Hansen, Per"'],
  ["a;b", '"a;b"'],
  ["two\r\nlines", '"two\r\nlines"'],
  ["Åse Øverås", "Åse Øverås"],
])("writes the text %j so that no spreadsheet carries it out", async (name, expected) => {
  expect(await nameCell(name)).toBe(expected)
})

it("knows time zones by name", () => {
  expect(["Europe/Oslo", "UTC", "Mars/Olympus", "x\r\ny"].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
