import { fiveLineOrder, inputOf } from "../arms/five-line-order"
import { floatMapping } from "../arms/float-mapping"
import { processorTimeOf } from "../arms/processor-time"
import { compiled } from "../arms/compiled"
import type { Benchmark } from "../harness/benchmark"
import { interleave } from "../harness/interleave"

const OURS = "map, check, serialise"
const PLAIN = "map in floats, serialise"

export const ownWork: Benchmark = {
  id: "R3",
  title:
    "Processor time to map, check and serialise five lines: to map them in floats, unchecked, and serialise",
  meaning:
    "Exact, checked lines beside floats: twenty times floats is 0.25 ms of a checkout of 400 ms. R7 counts what floats get wrong.",
  measure: async (run) => {
    const {
      connect: { catalogue },
      mapping: { buildEInvoiceOrder },
    } = await compiled()
    const input = inputOf(fiveLineOrder())
    const { body: schema } = catalogue["orders.create-e-invoice"]
    const mapped = () => JSON.stringify(schema.parse(buildEInvoiceOrder(input).body))
    const { body } = buildEInvoiceOrder(input)
    expectSameShape(floatMapping(input), body)
    const calls = run.amount(5_000, 1_000)
    const rounds = await interleave(
      [
        { name: OURS, unit: "µs", round: () => processorTimeOf(mapped, calls) },
        {
          name: PLAIN,
          unit: "µs",
          round: () => processorTimeOf(() => JSON.stringify(floatMapping(input)), calls * 5),
        },
        {
          name: "of it: map",
          unit: "µs",
          round: () => processorTimeOf(() => buildEInvoiceOrder(input), calls),
        },
        {
          name: "of it: check",
          unit: "µs",
          round: () => processorTimeOf(() => schema.parse(body), calls),
        },
      ],
      { rounds: run.amount(9, 5), warmUps: 2 }
    )
    return {
      arms: rounds.arms,
      ratios: [rounds.ratio("ours : floats", OURS, PLAIN, { most: 20 })],
    }
  },
}

/** @throws where the other mapping leaves out a part of the request, and so would have less to do */
function expectSameShape(floats: unknown, ours: unknown): void {
  if (namesIn(floats) !== namesIn(ours)) {
    throw new Error(`Another request: ${namesIn(floats)} instead of ${namesIn(ours)}`)
  }
}

function namesIn(value: unknown): string {
  return value instanceof Object
    ? `{${Object.entries(value)
        .map(([name, inner]) => name + namesIn(inner))
        .toSorted()}}`
    : ""
}
