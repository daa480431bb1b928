import { randomUUID } from "node:crypto"

import Medusa from "@medusajs/js-sdk"
import type { RunningDemo } from "../start-demo"

/** Calls the Admin API as the demo's administrator. */
export type AdminClient = {
  post<Answer>(path: string, body?: object): Promise<Answer>
  get<Answer>(path: string): Promise<Answer>
}

export async function signInAsAdmin({ storeUrl, store }: RunningDemo): Promise<AdminClient> {
  const { auth, client } = new Medusa({
    baseUrl: storeUrl,
    auth: { type: "jwt", jwtTokenStorageMethod: "memory" },
  })
  const { email, password } = store.admin
  await auth.login("user", "emailpass", { email, password })
  return {
    post: (path, body = {}) =>
      client.fetch(path, {
        method: "POST",
        body,
        headers: { "idempotency-key": randomUUID() },
      }),
    get: (path) => client.fetch(path),
  }
}
