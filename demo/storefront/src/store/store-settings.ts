import { z } from "zod"

/** What the storefront must know before it can ask the store for anything; written by the demo when it starts. */
export const storeSettingsSchema = z.object({
  backendUrl: z.url(),
  publishableKey: z.string().min(1),
  regionId: z.string().min(1),
  /** Synthetic numbers for trying things out, with what happens when one is used. */
  personalNumbersToTry: z.array(z.object({ number: z.string(), effect: z.string() })),
})

export type StoreSettings = z.infer<typeof storeSettingsSchema>

/** Reads the settings that stand beside the page. */
export async function fetchStoreSettings(): Promise<StoreSettings> {
  const response = await fetch("/settings.json")
  return storeSettingsSchema.parse(await response.json())
}
