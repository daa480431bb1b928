import { exports as declared } from "../../package.json"

const packageName = "medusa-plugin-einvoice"

/** Every specifier that the package lets others import. */
export const packageEntries = Object.keys(declared).map((entry) => packageName + entry.slice(1))
