import Medusa from "@medusajs/js-sdk"

/** A client of the Store API, as any storefront makes one. */
export type StoreClient = Medusa

/** @param publishableKey names the sales channel */
export const createStoreClient = ({
  backendUrl,
  publishableKey,
}: {
  backendUrl: string
  publishableKey: string
}): StoreClient => new Medusa({ baseUrl: backendUrl, publishableKey })
