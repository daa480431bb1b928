import { printedProgress } from "../progress"

it("prints a line for each step, with the seconds since the start", () => {
  let now = 5_000
  const lines: string[] = []
  const progress = printedProgress(
    (line) => lines.push(line),
    () => now
  )
  progress.step("Starting PostgreSQL")
  now += 12_340
  progress.warn("The store: no connection")

  expect(lines).toEqual([
    "   0.0 s   Starting PostgreSQL\n",
    "  12.3 s ! The store: no connection\n",
  ])
})
