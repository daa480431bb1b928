import {
  createServiceZonesWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
} from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { SeededStore } from "./seeded-store"
import { FULFILLMENT_PROVIDER } from "./stock-location"

/** Creates the default shipping profile, which every product belongs to. */
export async function seedShippingProfile(container: MedusaContainer): Promise<string> {
  const { result } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Everything", type: "default" }] },
  })
  const [profile] = result
  if (!profile) {
    throw new Error("The shipping profile was not created")
  }
  return profile.id
}

/** Creates the service zones and the shipping options. */
export async function seedShipping(
  container: MedusaContainer,
  {
    regions,
    fulfillmentSetId,
    shippingProfileId,
  }: {
    regions: SeededStore["regions"]
    fulfillmentSetId: string
    shippingProfileId: string
  }
): Promise<SeededStore["shipping"]> {
  const { result: zones } = await createServiceZonesWorkflow(container).run({
    input: {
      data: [
        zone(fulfillmentSetId, "Norway", ["no", "sj"]),
        zone(fulfillmentSetId, "Germany", ["de"]),
      ],
    },
  })
  const zoneId = (name: string) => {
    const found = zones.find((candidate) => candidate.name === name)
    if (!found) {
      throw new Error(`Service zone "${name}" was not created`)
    }
    return found.id
  }
  const flat = {
    price_type: "flat" as const,
    provider_id: FULFILLMENT_PROVIDER,
    shipping_profile_id: shippingProfileId,
    rules: [
      { attribute: "enabled_in_store", value: "true", operator: "eq" as const },
      { attribute: "is_return", value: "false", operator: "eq" as const },
    ],
  }
  const { result: options } = await createShippingOptionsWorkflow(container).run({
    input: [
      {
        ...flat,
        name: "Parcel to your mailbox",
        service_zone_id: zoneId("Norway"),
        type: {
          label: "Parcel",
          code: "parcel",
          description: "With you in two to four working days",
        },
        prices: [
          { currency_code: "nok", amount: 49 },
          { region_id: regions.norwayBusiness, amount: 39.2 },
        ],
      },
      {
        ...flat,
        name: "Pick up in Bergen",
        service_zone_id: zoneId("Norway"),
        type: {
          label: "Pick up",
          code: "pickup",
          description: "Ready for you the next working day",
        },
        prices: [
          { currency_code: "nok", amount: 0 },
          { region_id: regions.norwayBusiness, amount: 0 },
        ],
      },
      {
        ...flat,
        name: "Parcel abroad",
        service_zone_id: zoneId("Germany"),
        type: {
          label: "Parcel abroad",
          code: "parcel-abroad",
          description: "With you in five to eight working days",
        },
        prices: [{ currency_code: "eur", amount: 9 }],
      },
    ],
  })
  const optionId = (name: string) => {
    const found = options.find((candidate) => candidate.name === name)
    if (!found) {
      throw new Error(`Shipping option "${name}" was not created`)
    }
    return found.id
  }
  return {
    parcel: optionId("Parcel to your mailbox"),
    pickup: optionId("Pick up in Bergen"),
    parcelAbroad: optionId("Parcel abroad"),
  }
}

function zone(fulfillment_set_id: string, name: string, countries: string[]) {
  return {
    name,
    fulfillment_set_id,
    geo_zones: countries.map((country_code) => ({
      type: "country" as const,
      country_code,
    })),
  }
}
