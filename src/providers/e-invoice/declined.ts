import { MedusaError } from "@medusajs/framework/utils"

/**
 * An authorisation that did not come about. Of this type, Medusa keeps the session and the cart usable and shows the
 * sentence to the shopper.
 */
export const declined = (sentence: string): MedusaError =>
  new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, sentence)
