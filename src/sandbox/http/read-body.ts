import type { HttpBindings } from "@hono/node-server"
import type { Context } from "hono"

export type SandboxContext = Context<{ Bindings: HttpBindings }>

export const MAX_BODY_BYTES = 16 * 1024 * 1024

/** A request's body: its size in bytes, and what it says where it is JSON. */
export type SentBody = { size: number; json: unknown; isMalformed: boolean }

/** Reads a request's body; an empty one is `undefined`. */
export async function readBody(context: SandboxContext): Promise<SentBody> {
  const text = await bodyText(context)
  const size = Buffer.byteLength(text)
  if (text.trim() === "") {
    return { size, json: undefined, isMalformed: false }
  }
  try {
    return { size, json: JSON.parse(text) as unknown, isMalformed: false }
  } catch {
    return { size, json: undefined, isMalformed: true }
  }
}

// One operation is published as GET with a body, which the fetch standard's Request cannot carry.
async function bodyText({ env, req }: SandboxContext): Promise<string> {
  if (req.method !== "GET") {
    return req.text()
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of env.incoming) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > MAX_BODY_BYTES) {
      break
    }
  }
  return Buffer.concat(chunks).toString("utf8")
}
