import { useQuery } from "@tanstack/react-query"
import {
  CHECKOUT_SETTINGS_PATH,
  type CheckoutSettings,
  parseCheckoutSettings,
} from "../../../../src/storefront"
import { useStore } from "../store/store-context"
import type { StoreClient } from "../store/store-client"

/** Asks the plugin how invoices are set up in this store. */
export const fetchCheckoutSettings = async (client: StoreClient): Promise<CheckoutSettings> =>
  parseCheckoutSettings(await client.client.fetch(CHECKOUT_SETTINGS_PATH))

export const useCheckoutSettings = () => {
  const { client } = useStore()
  return useQuery({
    queryKey: ["checkout-settings"],
    queryFn: () => fetchCheckoutSettings(client),
    staleTime: Infinity,
  })
}
