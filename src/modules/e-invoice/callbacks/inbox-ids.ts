import { generateEntityId } from "@medusajs/framework/utils"

/**
 * Ids for callbacks that are stored together, in their order. They share what is random: asking the system for that, a
 * character at a time, would take longer than anything else the route does.
 */
export function newInboxIds(count: number): string[] {
  const first = generateEntityId(undefined, "einvcb")
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? first : `${first}_${String(index).padStart(3, "0")}`
  )
}
