import { fiveLineOrder, inputOf } from "../arms/five-line-order"
import { processorTimeOf } from "../arms/processor-time"
import { compiled } from "../arms/compiled"
import type { Benchmark } from "../harness/benchmark"
import { interleave } from "../harness/interleave"

const OURS = "map, check, serialise"
const PLAIN = "JSON.stringify of the same body"

export const ownWork: Benchmark = {
  id: "R3",
  title: "Processor time to map, check and serialise five lines: to serialise them",
  meaning:
    "What it costs to turn a Medusa order into a checked request whose lines add up, counted in the time that writing " +
    "the request down costs anyway.",
  measure: async (run) => {
    const {
      connect: { catalogue },
      mapping: { buildEInvoiceOrder },
    } = await compiled()
    const input = inputOf(fiveLineOrder())
    const { body: schema } = catalogue["orders.create-e-invoice"]
    const mapped = () => JSON.stringify(schema.parse(buildEInvoiceOrder(input).body))
    const { body } = buildEInvoiceOrder(input)
    const calls = run.amount(5_000, 1_000)
    const rounds = await interleave(
      [
        { name: OURS, unit: "µs", round: () => processorTimeOf(mapped, calls) },
        {
          name: PLAIN,
          unit: "µs",
          round: () => processorTimeOf(() => JSON.stringify(body), calls * 20),
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
      ratios: [rounds.ratio("ours : JSON.stringify", OURS, PLAIN, { most: 3 })],
    }
  },
}
