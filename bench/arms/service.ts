import path from "node:path"

import { z } from "zod"

import type { Children } from "../harness/children"

/** Starts the bare service in a process of its own. @returns its base address */
export async function startBareService(
  children: Children,
  { delay = 0 }: { delay?: number } = {}
): Promise<string> {
  const { value } = await children.start({
    name: "bare service",
    script: path.join(__dirname, "bare-service.ts"),
    env: { BENCH_DELAY: String(delay) },
    value: z.object({ url: z.url() }),
  })
  return value.url
}
