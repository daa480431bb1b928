/** Longest product id that an earlier page of the operator's documentation allowed. */
const LONGEST = 25

type Identified = {
  sku?: string | undefined
  variantId?: string | undefined
  productId?: string | undefined
}

/**
 * A line's product id: the SKU when it fits; else the end of the variant's or product's id, the part that makes it
 * unique. A longer SKU is not cut, because a cut SKU can be another product's.
 */
export function productIdOf({ sku, variantId, productId }: Identified): string | undefined {
  return sku !== undefined && sku.length <= LONGEST
    ? sku
    : (variantId ?? productId)?.slice(-LONGEST)
}
