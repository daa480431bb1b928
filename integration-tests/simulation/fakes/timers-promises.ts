import { simulation } from "../simulation"

/** Stands in for `node:timers/promises`: waits in virtual time. */
export async function setTimeout<Value>(ms?: number, value?: Value): Promise<Value | undefined> {
  await simulation.current?.kernel.pause(ms ?? 0)
  return value
}

export const setImmediate = () => new Promise<void>((resolve) => globalThis.setImmediate(resolve))
