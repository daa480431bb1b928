import { z } from "zod"

const idsSchema = z.record(z.string(), z.string())

const accountSchema = z.object({
  id: z.string(),
  email: z.string(),
  password: z.string(),
})

/** What `seedNorwegianStore` put into the store, by the names the demo and the tests use. */
export const seededStoreSchema = z.object({
  storeId: z.string(),
  salesChannelId: z.string(),
  /** Value of the header `x-publishable-api-key`. */
  publishableKey: z.string(),
  regions: z.object({
    /** NOK, prices carry VAT, country `no`. */
    norway: z.string(),
    /**
     * NOK, prices without VAT, country `sj`. A country belongs to one region only, so this one borrows the code of
     * Svalbard and Jan Mayen; its VAT rates are those of the mainland.
     */
    norwayBusiness: z.string(),
    /** EUR, country `de`: a currency in which the plugin does not bill. */
    euro: z.string(),
  }),
  shipping: z.object({
    /** NOK 49 including 25 % VAT (39.20 without, in the business region). */
    parcel: z.string(),
    /** Costs nothing. */
    pickup: z.string(),
    /** EUR 9, to Germany. */
    parcelAbroad: z.string(),
  }),
  promotions: z.object({
    /** 10 % off the goods. */
    tenPercent: z.string(),
    /** NOK 50 off the goods, spread over them. */
    fiftyOff: z.string(),
    /** Shipping for nothing. */
    freeShipping: z.string(),
  }),
  /** Product ids by handle, such as `harbour-coffee`. */
  products: idsSchema,
  /** Variant ids by SKU, such as `COFFEE-250`. */
  variants: idsSchema,
  /** Product type ids by kind of goods: the VAT rates hang on them. */
  productTypes: z.object({
    goods: z.string(),
    food: z.string(),
    admission: z.string(),
    book: z.string(),
  }),
  /** Signs in at the storefront; has one address. */
  customer: accountSchema,
  /** Signs in at Medusa Admin. */
  admin: accountSchema,
})

export type SeededStore = z.infer<typeof seededStoreSchema>
