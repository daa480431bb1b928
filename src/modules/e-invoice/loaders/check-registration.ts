import type { ConfigModule, LoaderOptions, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"

import { parseEInvoiceOptions } from "../../../options"
import { ownOptions } from "../registration/own-options"
import { registrationProblem, type PaymentDeclaration } from "../registration/registration-problem"

/**
 * Checks at start what would otherwise fail at the first checkout: the options, and that the payment module was given
 * the provider and what it needs. Nothing is sent anywhere.
 *
 * @throws EInvoiceOptionsError naming every bad option
 * @throws MedusaError when the provider could not read an order
 */
export default async function checkRegistration({
  container,
  logger,
  options,
}: LoaderOptions): Promise<void> {
  parseEInvoiceOptions(ownOptions(options))
  const config = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE)
  const declaration = config.modules?.[Modules.PAYMENT]
  if (declaration === undefined) {
    // Not a whole application, but a test of this module.
    return
  }
  const problem = registrationProblem(
    typeof declaration === "object" ? (declaration as PaymentDeclaration) : undefined
  )
  if (problem?.severity === "fatal") {
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, problem.sentence)
  }
  if (problem) {
    const log: Pick<Logger, "warn"> = logger ?? console
    log.warn(problem.sentence)
  }
}
