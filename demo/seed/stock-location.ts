import {
  createLocationFulfillmentSetWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

/** Medusa's manual fulfilment provider. */
export const FULFILLMENT_PROVIDER = "manual_manual"

/** The place the goods are sent from. */
export type SeededStockLocation = {
  stockLocationId: string
  fulfillmentSetId: string
}

/** Creates the warehouse, open to the sales channel, with a fulfilment set. */
export async function seedStockLocation(
  container: MedusaContainer,
  salesChannelId: string
): Promise<SeededStockLocation> {
  const { result: locations } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [
        {
          name: "Warehouse in Bergen",
          address: {
            address_1: "Bryggen 1",
            postal_code: "5003",
            city: "Bergen",
            country_code: "NO",
          },
        },
      ],
    },
  })
  const [location] = locations
  if (!location) {
    throw new Error("The stock location was not created")
  }
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: location.id, add: [salesChannelId] },
  })
  await container.resolve(ContainerRegistrationKeys.LINK).create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: FULFILLMENT_PROVIDER },
  })
  await createLocationFulfillmentSetWorkflow(container).run({
    input: {
      location_id: location.id,
      fulfillment_set_data: { name: "Deliveries", type: "shipping" },
    },
  })
  const [fulfillmentSet] = await container
    .resolve(Modules.FULFILLMENT)
    .listFulfillmentSets({ name: "Deliveries" })
  if (!fulfillmentSet) {
    throw new Error("The fulfilment set was not created")
  }
  return { stockLocationId: location.id, fulfillmentSetId: fulfillmentSet.id }
}
