import { type Sale, sell } from "./sales"
import type { Scene } from "./scene"

/** More at a time would only wait for each other. */
const AT_A_TIME = 4

/** Several people place an order, some of them at the same time. */
export async function sellMany(scene: Scene, count: number): Promise<Sale[]> {
  const sales: Sale[] = []
  while (sales.length < count) {
    const some = Math.min(AT_A_TIME, count - sales.length)
    sales.push(...(await Promise.all(Array.from({ length: some }, () => sell(scene)))))
  }
  return sales
}
