import { MedusaError } from "@medusajs/framework/utils"

/** Medusa answers 404. */
export const noSuchOrder = (id: string): MedusaError =>
  new MedusaError(MedusaError.Types.NOT_FOUND, `There is no e-invoice order ${id}.`)
