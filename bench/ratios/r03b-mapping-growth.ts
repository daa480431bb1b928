import { inputOf, orderOf } from "../arms/five-line-order"
import { processorTimeOf } from "../arms/processor-time"
import { compiled } from "../arms/compiled"
import type { Benchmark } from "../harness/benchmark"
import { interleave } from "../harness/interleave"

const MANY = "10,000 lines"
const FEW = "1,000 lines"

export const mappingGrowth: Benchmark = {
  id: "R3b",
  title: "Processor time to map 10,000 lines: 1,000 lines",
  meaning:
    "Ten times the lines cost about ten times the work. Looking at every line for every line would cost a hundred times.",
  measure: async (run) => {
    const {
      mapping: { buildEInvoiceOrder },
    } = await compiled()
    const arm = (name: string, lines: number, calls: number) => {
      const input = inputOf(orderOf(lines - 1))
      return {
        name,
        unit: "µs",
        round: () => processorTimeOf(() => buildEInvoiceOrder(input), calls),
      }
    }
    const rounds = await interleave(
      [arm(MANY, 10_000, run.amount(3, 1)), arm(FEW, 1_000, run.amount(30, 10))],
      { rounds: run.amount(9, 3), warmUps: 2 }
    )
    return {
      arms: rounds.arms,
      ratios: [rounds.ratio("10,000 : 1,000", MANY, FEW, { most: 20 })],
    }
  },
}
