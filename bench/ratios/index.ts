import type { Benchmark } from "../harness/benchmark"
import { clientThroughput } from "./r01-client-throughput"
import { clientLimit } from "./r01b-client-limit"
import { addedLatency } from "./r02-added-latency"
import { ownWork } from "./r03-own-work"
import { mappingGrowth } from "./r03b-mapping-growth"
import { callbackIngest } from "./r04-callback-ingest"
import { timeToCapture } from "./r05-time-to-capture"
import { oneOrderPerIntent } from "./r06-one-order-per-intent"
import { totals } from "./r07-totals"
import { checkout } from "./r08-checkout"
import { sweep } from "./r09-sweep"
import { adminList } from "./r10-admin-list"
import { boot } from "./r11-boot"

/** Every ratio, in the order in which they are measured. */
export const benchmarks: readonly Benchmark[] = [
  clientThroughput,
  clientLimit,
  addedLatency,
  ownWork,
  mappingGrowth,
  callbackIngest,
  timeToCapture,
  oneOrderPerIntent,
  totals,
  checkout,
  sweep,
  adminList,
  boot,
]
