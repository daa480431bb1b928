import type { Kernel } from "./kernel"
import type { Service } from "./service"
import type { MiniMedusa } from "./medusa/mini-medusa"

/** What the stand-ins for libraries reach: the history that is being played. */
type Playing = { kernel: Kernel; service: Service; medusa: MiniMedusa }

export const simulation: {
  current: Playing | undefined
  readonly here: Playing
} = {
  current: undefined,
  get here(): Playing {
    if (!this.current) {
      throw new Error("No history is being played.")
    }
    return this.current
  },
}
