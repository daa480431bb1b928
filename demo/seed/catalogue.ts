import {
  createInventoryLevelsWorkflow,
  createProductTypesWorkflow,
  createProductsWorkflow,
} from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, ProductStatus } from "@medusajs/framework/utils"
import {
  catalogueItems,
  kindsOfGoods,
  type CatalogueVariant,
  type KindOfGoods,
} from "./catalogue-items"
import type { SeededStore } from "./seeded-store"

const UNITS_IN_STOCK = 1_000_000

/** Ids of the seeded goods. */
export type SeededCatalogue = Pick<SeededStore, "products" | "variants" | "productTypes">

/** Creates the goods with their prices in every region, and puts them in stock. */
export async function seedCatalogue(
  container: MedusaContainer,
  {
    regions,
    salesChannelId,
    shippingProfileId,
    stockLocationId,
  }: {
    regions: SeededStore["regions"]
    salesChannelId: string
    shippingProfileId: string
    stockLocationId: string
  }
): Promise<SeededCatalogue> {
  const productTypes = await seedProductTypes(container)
  const { result: products } = await createProductsWorkflow(container).run({
    input: {
      products: catalogueItems.map((item) => ({
        title: item.title,
        handle: item.handle,
        description: item.description,
        status: ProductStatus.PUBLISHED,
        type_id: productTypes[item.kind],
        shipping_profile_id: shippingProfileId,
        sales_channels: [{ id: salesChannelId }],
        options: [
          {
            title: item.option,
            values: item.variants.map((variant) => variant.value),
          },
        ],
        variants: item.variants.map((variant, index) => ({
          title: variant.value,
          variant_rank: index,
          sku: variant.sku,
          manage_inventory: true,
          options: { [item.option]: variant.value },
          prices: pricesOf(variant, regions),
        })),
      })),
    },
  })
  await stock(container, stockLocationId)
  return {
    products: Object.fromEntries(products.map((product) => [product.handle, product.id])),
    variants: Object.fromEntries(
      products.flatMap((product) =>
        product.variants.map((variant) => [String(variant.sku), variant.id])
      )
    ),
    productTypes,
  }
}

async function seedProductTypes(container: MedusaContainer): Promise<Record<KindOfGoods, string>> {
  const { result } = await createProductTypesWorkflow(container).run({
    input: {
      product_types: Object.values(kindsOfGoods).map(({ type }) => ({
        value: type,
      })),
    },
  })
  const idOf = (kind: KindOfGoods) => {
    const type = result.find(({ value }) => value === kindsOfGoods[kind].type)
    if (!type) {
      throw new Error(`Product type "${kindsOfGoods[kind].type}" was not created`)
    }
    return type.id
  }
  return {
    goods: idOf("goods"),
    food: idOf("food"),
    admission: idOf("admission"),
    book: idOf("book"),
  }
}

function pricesOf(variant: CatalogueVariant, regions: SeededStore["regions"]) {
  return [
    { currency_code: "nok", amount: variant.nok },
    { currency_code: "eur", amount: variant.eur },
    {
      currency_code: "nok",
      amount: variant.nokNet,
      rules: { region_id: regions.norwayBusiness },
    },
  ]
}

async function stock(container: MedusaContainer, location_id: string) {
  const { data: items } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "inventory_item", fields: ["id"] })
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: items.map(({ id }) => ({
        inventory_item_id: id,
        location_id,
        stocked_quantity: UNITS_IN_STOCK,
      })),
    },
  })
}
