import { createTaxRatesWorkflow, createTaxRegionsWorkflow } from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { kindsOfGoods, type KindOfGoods } from "./catalogue-items"
import type { SeededCatalogue } from "./catalogue"

const TAX_PROVIDER = "tp_system"

/**
 * Creates the tax regions with Norway's rates: 25 % unless said otherwise, which also covers shipping, 15 % for food,
 * 12 % for admission and 0 % for books.
 */
export async function seedTaxes(
  container: MedusaContainer,
  { productTypes, products }: SeededCatalogue
): Promise<void> {
  const { result: taxRegions } = await createTaxRegionsWorkflow(container).run({
    input: [
      taxRegion("no", kindsOfGoods.goods.vat),
      taxRegion("sj", kindsOfGoods.goods.vat),
      taxRegion("de", 19),
    ],
  })
  const museumPass = products["museum-pass"]
  if (!museumPass) {
    throw new Error('Product "museum-pass" was not created')
  }
  const byType = (kind: KindOfGoods) => ({
    name: kindsOfGoods[kind].type,
    code: `NO${kindsOfGoods[kind].vat}`,
    rate: kindsOfGoods[kind].vat,
    rules: [{ reference: "product_type", reference_id: productTypes[kind] }],
  })
  const rates = [
    byType("food"),
    byType("book"),
    {
      ...byType("admission"),
      rules: [{ reference: "product", reference_id: museumPass }],
    },
  ]
  await createTaxRatesWorkflow(container).run({
    input: taxRegions
      .filter(({ country_code }) => country_code !== "de")
      .flatMap(({ id }) => rates.map((rate) => ({ ...rate, tax_region_id: id }))),
  })
}

function taxRegion(country_code: string, rate: number) {
  return {
    country_code,
    provider_id: TAX_PROVIDER,
    default_tax_rate: {
      name: "Standard rate",
      code: `${country_code.toUpperCase()}${rate}`,
      rate,
    },
  }
}
