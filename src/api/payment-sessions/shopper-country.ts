import type { RemoteQueryFunction } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

/** Where a shopper is taken to be who gave no address yet. */
const DEFAULT_COUNTRY = "no"

const address = z
  .object({ country_code: z.string().nullish() })
  .nullish()
  .transform((value) => value?.country_code ?? undefined)

const buyer = z
  .object({ billing_address: address, shipping_address: address })
  .partial()
  .nullish()
  .transform((value) => value?.billing_address ?? value?.shipping_address)

const paymentCollection = z.object({ cart: buyer, order: buyer }).partial()

/**
 * The country that a phone number without calling code belongs to: that of the billing address, as far as it is known.
 *
 * @returns ISO 3166-1 alpha-2 code
 */
export async function shopperCountry(
  query: Omit<RemoteQueryFunction, symbol>,
  paymentCollectionId: string | undefined
): Promise<string> {
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: ["cart", "order"].flatMap((buyer) => [
      `${buyer}.billing_address.country_code`,
      `${buyer}.shipping_address.country_code`,
    ]),
    filters: { id: paymentCollectionId ?? "" },
  })
  const [found] = z.array(paymentCollection).parse(data)
  return found?.order ?? found?.cart ?? DEFAULT_COUNTRY
}
