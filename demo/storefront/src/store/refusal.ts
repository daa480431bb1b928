import { FetchError } from "@medusajs/js-sdk"

/** Whether the store itself said no: not when no answer came, nor when something between answered for a store it lost. */
export const isRefusal = (error: unknown): error is FetchError & { status: number } =>
  error instanceof FetchError && error.status !== undefined && error.status < 500
