import Medusa from "@medusajs/js-sdk"

/** The store's own Admin API, reached and signed in to as the dashboard itself is. */
export const sdk = new Medusa({
  baseUrl: __BACKEND_URL__ ?? "/",
  auth: {
    type: __AUTH_TYPE__ ?? "session",
    jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ || undefined,
  },
})
