import { parseArgs } from "node:util"

export const USAGE = `Usage: npm run bench -- [ratio ...] [--quick]

  ratio     such as R3 or R1b: measures these only (default: all)
  --quick   fewer rounds of less work: the order of magnitude, in a few minutes
`

/** The command line asks for what there is not; the message is for the person who typed it. */
export class CommandLineError extends Error {}

/**
 * @param known ids of the ratios
 * @throws CommandLineError naming the argument
 */
export function readCommandLine(
  args: readonly string[],
  known: readonly string[]
): { ids: ReadonlySet<string>; quick: boolean; help: boolean } {
  const { values, positionals } = parse(args)
  const asked = positionals.map((id) => {
    const match = known.find((other) => other.toLowerCase() === id.toLowerCase())
    if (!match) {
      throw new CommandLineError(`There is no ratio "${id}", only ${known.join(", ")}.`)
    }
    return match
  })
  return {
    ids: new Set(asked.length > 0 ? asked : known),
    quick: values.quick ?? false,
    help: values.help ?? false,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { quick: { type: "boolean" }, help: { type: "boolean" } },
    })
  } catch (error) {
    throw new CommandLineError(
      `${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`
    )
  }
}
