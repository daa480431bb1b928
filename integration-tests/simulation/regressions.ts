import type { History } from "./history"

/** Histories that broke an invariant once, at their shortest; they are played before the random ones. */
export const REGRESSIONS: readonly (History & { shows: string })[] = []
