/** Longest name that is sent; the specification states no limit. */
const LONGEST = 100

/** What Medusa calls the only variant of a product that has no options. */
const UNNAMED_VARIANT = /^default( variant)?$/i

/** Space that is not a single plain one. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

type Titled = {
  /** The product's title, or a shipping method's name. */
  title?: string | undefined
  variantTitle?: string | undefined
}

/** A line's name: the title, and the variant's where it says something more. */
export function lineName({ title, variantTitle }: Titled): string {
  const name = title ?? variantTitle ?? "–"
  const isNamed =
    variantTitle !== undefined && variantTitle !== name && !UNNAMED_VARIANT.test(variantTitle)
  return shortened(isNamed ? `${name}, ${variantTitle}` : name)
}

/** A name with a fractional quantity in front, for a line that is sent with quantity 1: `1.5 × Cod`. */
export function nameWithQuantity(quantity: string, name: string): string {
  return shortened(`${quantity} × ${name}`)
}

function shortened(name: string): string {
  const text = name.replace(UNEVEN_SPACE, " ")
  if (text.length <= LONGEST) {
    return text
  }
  const characters = [...text]
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST - 1).join("")}…`
}
