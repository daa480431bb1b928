/** The kinds of goods the store sells, each with its Norwegian VAT rate in percent. */
export const kindsOfGoods = {
  goods: { type: "Goods", vat: 25 },
  food: { type: "Food", vat: 15 },
  admission: { type: "Admission", vat: 12 },
  book: { type: "Book", vat: 0 },
} as const

/** A kind of goods, by which the VAT rate is chosen. */
export type KindOfGoods = keyof typeof kindsOfGoods

/** A product of the seeded store. */
export type CatalogueItem = {
  handle: string
  title: string
  description: string
  kind: KindOfGoods
  /** Name of the one option, such as Size. */
  option: string
  variants: readonly CatalogueVariant[]
}

/** A variant of a product. */
export type CatalogueVariant = {
  sku: string
  /** Value of the product's option. */
  value: string
  /** Price in NOK including VAT, major units. */
  nok: number
  /** Price in NOK without VAT, major units: the price of the business region. */
  nokNet: number
  /** Price in EUR including VAT, major units. */
  eur: number
}

/**
 * What the store sells. Several prices are odd on purpose: three coffees at 99.90, or a net price that has no exact
 * gross in øre, show that totals add up where rounding is met.
 */
export const catalogueItems: readonly CatalogueItem[] = [
  {
    handle: "wool-blanket",
    title: "Wool blanket",
    description: "Woven from Norwegian lambswool, 130 by 200 cm.",
    kind: "goods",
    option: "Colour",
    variants: [
      {
        sku: "BLANKET-GREY",
        value: "Granite grey",
        nok: 1249,
        nokNet: 999.2,
        eur: 109,
      },
      {
        sku: "BLANKET-BLUE",
        value: "Fjord blue",
        nok: 1249,
        nokNet: 999.2,
        eur: 109,
      },
    ],
  },
  {
    handle: "camp-mug",
    title: "Enamel camp mug",
    description: "Holds 3.5 dl and survives being dropped on a mountain.",
    kind: "goods",
    option: "Size",
    variants: [{ sku: "MUG-35", value: "3.5 dl", nok: 149, nokNet: 119.2, eur: 13.5 }],
  },
  {
    handle: "wool-socks",
    title: "Wool socks",
    description: "A warm pair for long days out.",
    kind: "goods",
    option: "Size",
    variants: [
      {
        sku: "SOCKS-36-40",
        value: "36 to 40",
        nok: 119.9,
        nokNet: 95.99,
        eur: 11,
      },
      {
        sku: "SOCKS-41-45",
        value: "41 to 45",
        nok: 119.9,
        nokNet: 95.99,
        eur: 11,
      },
    ],
  },
  {
    handle: "harbour-coffee",
    title: "Harbour coffee",
    description: "Dark roast, whole beans.",
    kind: "food",
    option: "Weight",
    variants: [
      {
        sku: "COFFEE-250",
        value: "250 g",
        nok: 99.9,
        nokNet: 86.87,
        eur: 8.9,
      },
      { sku: "COFFEE-1000", value: "1 kg", nok: 349, nokNet: 303.48, eur: 31 },
    ],
  },
  {
    handle: "museum-pass",
    title: "Museum pass",
    description: "A card for one year of admission to the coastal museums.",
    kind: "admission",
    option: "Holder",
    variants: [
      { sku: "PASS-ADULT", value: "Adult", nok: 450, nokNet: 401.79, eur: 40 },
      { sku: "PASS-YOUTH", value: "Youth", nok: 225, nokNet: 200.89, eur: 20 },
    ],
  },
  {
    handle: "coast-book",
    title: "The Long Coast",
    description: "Photographs and stories from Svinesund to Grense Jakobselv.",
    kind: "book",
    option: "Binding",
    variants: [
      {
        sku: "BOOK-HARD",
        value: "Hardback",
        nok: 429,
        nokNet: 429,
        eur: 38,
      },
    ],
  },
]
