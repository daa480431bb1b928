import { kept } from "./kept"

export function revalidateTag(tag: string): void {
  kept.delete(tag)
}
