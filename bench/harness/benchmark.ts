import type { Scene, SceneSettings } from "../store/lab"
import type { Summary } from "./statistics"

/** What a ratio has to be. */
export type Target = { least: number } | { most: number } | { exactly: number }

/** One of the things that are measured side by side. */
export type ArmFigures = Summary & {
  name: string
  /** Such as "requests/s" or "ms". */
  unit: string
}

/** One arm divided by another, round by round. */
export type RatioFigures = Summary & {
  /** What is divided by what. */
  name: string
  target: Target
  isMet: boolean
}

export type Finding = {
  arms: ArmFigures[]
  ratios: RatioFigures[]
  /** What a reader must know about this run besides. */
  remarks?: string[]
}

export type Run = {
  /** Fewer rounds of less work: shows that the bench works, and the order of magnitude. */
  quick: boolean
  /** Picks the amount of work. */
  amount(usual: number, quick: number): number
  /** Says what is under way, while the reader waits. */
  step(text: string): void
  /** Runs something in a store's surroundings, and clears them away afterwards. */
  inScene<Result>(settings: SceneSettings, use: (scene: Scene) => Promise<Result>): Promise<Result>
}

/** A ratio of the table in docs/performance.md. */
export type Benchmark = {
  /** Such as "R1b". */
  id: string
  title: string
  /** What the ratio means for a merchant. */
  meaning: string
  measure(run: Run): Promise<Finding>
}
