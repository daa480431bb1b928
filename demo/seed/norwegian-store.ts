import type { MedusaContainer } from "@medusajs/framework/types"
import { seedCatalogue } from "./catalogue"
import { seedPeople } from "./people"
import { seedPromotions } from "./promotions"
import { seedRegions } from "./regions"
import { nameTheStore, seedSalesChannel } from "./sales-channel"
import type { SeededStore } from "./seeded-store"
import { seedShipping, seedShippingProfile } from "./shipping"
import { seedStockLocation } from "./stock-location"
import { seedTaxes } from "./taxes"

export { seededStoreSchema, type SeededStore } from "./seeded-store"

/**
 * Fills an empty Medusa application with a small Norwegian store: goods at 25, 15, 12 and 0 % VAT in NOK, ready to be
 * bought by invoice. Used by the demo and by the integration tests.
 *
 * @param container the application's container, after start
 * @returns ids and sign-ins of what was created
 */
export async function seedNorwegianStore(container: MedusaContainer): Promise<SeededStore> {
  const channel = await seedSalesChannel(container)
  const regions = await seedRegions(container)
  await nameTheStore(container, { ...channel, regionId: regions.norway })
  const shippingProfileId = await seedShippingProfile(container)
  const { stockLocationId, fulfillmentSetId } = await seedStockLocation(
    container,
    channel.salesChannelId
  )
  const shipping = await seedShipping(container, {
    regions,
    fulfillmentSetId,
    shippingProfileId,
  })
  const catalogue = await seedCatalogue(container, {
    regions,
    salesChannelId: channel.salesChannelId,
    shippingProfileId,
    stockLocationId,
  })
  await seedTaxes(container, catalogue)
  const promotions = await seedPromotions(container)
  const people = await seedPeople(container)
  return { ...channel, regions, shipping, promotions, ...catalogue, ...people }
}
