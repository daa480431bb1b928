import type { SeededRandom } from "../random"

/**
 * How long the sandbox takes over each answer, in milliseconds: a fixed time, an even spread, a log-normal one (as
 * networks have), or a base with rare spikes.
 */
export type Latency =
  | number
  | { least: number; most: number }
  | { median: number; sigma: number }
  | { base: number; spike: number; spikeProbability: number }

/** One sample in milliseconds. */
export function sampleLatency(latency: Latency, random: SeededRandom): number {
  if (typeof latency === "number") {
    return latency
  }
  if ("least" in latency) {
    return random.between(latency.least, latency.most)
  }
  if ("median" in latency) {
    return latency.median * Math.exp(latency.sigma * random.normal())
  }
  return random.next() < latency.spikeProbability ? latency.spike : latency.base
}
