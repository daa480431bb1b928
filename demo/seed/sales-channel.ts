import {
  createApiKeysWorkflow,
  createSalesChannelsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  updateStoresWorkflow,
} from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { SeededStore } from "./seeded-store"

/** Creates the sales channel with its publishable key. */
export async function seedSalesChannel(
  container: MedusaContainer
): Promise<Pick<SeededStore, "storeId" | "salesChannelId" | "publishableKey">> {
  const { result: channels } = await createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name: "Fjord & Fjell web shop" }] },
  })
  const { result: keys } = await createApiKeysWorkflow(container).run({
    input: {
      api_keys: [{ title: "Web shop", type: "publishable", created_by: "seed" }],
    },
  })
  const [channel] = channels
  const [key] = keys
  if (!channel || !key) {
    throw new Error("The sales channel and its key were not created")
  }
  await linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: key.id, add: [channel.id] },
  })
  const [store] = await container.resolve(Modules.STORE).listStores({}, { take: 1 })
  if (!store) {
    throw new Error("Medusa has no store record: has the app been started?")
  }
  return {
    storeId: store.id,
    salesChannelId: channel.id,
    publishableKey: key.token,
  }
}

/** Makes the store Norwegian: NOK first, with VAT in its prices; EUR beside it. */
export async function nameTheStore(
  container: MedusaContainer,
  {
    storeId,
    salesChannelId,
    regionId,
  }: { storeId: string; salesChannelId: string; regionId: string }
): Promise<void> {
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: storeId },
      update: {
        name: "Fjord & Fjell",
        default_sales_channel_id: salesChannelId,
        default_region_id: regionId,
        supported_currencies: [
          { currency_code: "nok", is_default: true, is_tax_inclusive: true },
          { currency_code: "eur", is_tax_inclusive: true },
        ],
      },
    },
  })
}
