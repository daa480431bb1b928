import type { ConfigModule, LoaderOptions, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"

import { type EInvoiceOptions, parseEInvoiceOptions } from "../../options"

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
  const own = parseEInvoiceOptions(ownOptions(options))
  const log: Pick<Logger, "warn"> = logger ?? console
  if (!makesInvoices(own)) {
    log.warn(
      'medusa-plugin-einvoice makes no invoices at the checkout, and offers none: operations["orders.create-e-invoice"].enabled is false in its options.'
    )
  }
  const config = container.resolve<ConfigModule>(ContainerRegistrationKeys.CONFIG_MODULE)
  const declaration = config.modules?.[Modules.PAYMENT]
  if (declaration === undefined) {
    // Not a whole application, but a test of this module.
    return
  }
  const payment = typeof declaration === "object" ? (declaration as PaymentDeclaration) : undefined
  const problem = registrationProblem(payment, config.plugins)
  if (problem?.severity === "fatal") {
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, problem.sentence)
  }
  if (problem) {
    log.warn(problem.sentence)
  }
}

/** Whether checkouts make invoices: the operation that makes them may be switched off. */
export const makesInvoices = ({ operations }: Pick<EInvoiceOptions, "operations">): boolean =>
  operations["orders.create-e-invoice"]?.enabled !== false

/** Key under which the module is registered in the Medusa container. */
export const E_INVOICE_MODULE = "eInvoice"

/** The package, as medusa-config lists it among the plugins. */
export const E_INVOICE_PACKAGE = "medusa-plugin-einvoice"

/** Identifier of the payment provider class. */
export const E_INVOICE_IDENTIFIER = "e-invoice"

/** The provider's `id` in the payment module's list: invoices to private customers. */
export const E_INVOICE_PROVIDER_ID = "private"

/** What Medusa calls the provider in regions, sessions and payments. */
export const E_INVOICE_PAYMENT_PROVIDER = `pp_${E_INVOICE_IDENTIFIER}_${E_INVOICE_PROVIDER_ID}`

/** Whether a payment provider is ours, however the merchant named it. */
export const isEInvoiceProvider = (providerId: string): boolean =>
  providerId.startsWith(`pp_${E_INVOICE_IDENTIFIER}_`)

/** What the payment module must hand to the provider: Query to read the order, and this plugin's module. */
export const PROVIDER_DEPENDENCIES = ["query", E_INVOICE_MODULE] as const

/** The payment module's entry in medusa-config, as far as it matters here. */
type PaymentDeclaration = {
  dependencies?: readonly string[]
  options?: { providers?: readonly ProviderEntry[] }
}

type ProviderEntry = { resolve?: unknown; id?: unknown; options?: unknown }

type RegistrationProblem = {
  severity: "fatal" | "warning"
  /** What is wrong and what to do about it. */
  sentence: string
}

const CURE = "Wrap your configuration in withEInvoice()"

/** How a provider of this plugin is named in medusa-config: by package, or by folder of this repository. */
const OUR_PROVIDER = /(^|\/)providers\/e-invoice(\/index(\.[cm]?[jt]s)?)?$/

/**
 * What is wrong with how the plugin and its provider were registered, if anything is: the most severe.
 *
 * @param plugins of medusa-config
 */
export function registrationProblem(
  payment: PaymentDeclaration | undefined,
  plugins: readonly (string | { resolve: string })[] = []
): RegistrationProblem | undefined {
  const providers = (payment?.options?.providers ?? []).filter(isOurs)
  const [provider] = providers
  const missing = PROVIDER_DEPENDENCIES.filter((name) => !payment?.dependencies?.includes(name))
  const fatal = (sentence: string) => ({ severity: "fatal" as const, sentence })
  const warning = (sentence: string) => ({ severity: "warning" as const, sentence })
  if (plugins.filter(isOurPlugin).length > 1) {
    return fatal(
      "medusa-plugin-einvoice is listed twice in the plugins of medusa-config, so that only one of the entries' options counts. Remove one."
    )
  }
  if (!provider) {
    return warning(
      `medusa-plugin-einvoice is installed but its payment provider is not registered, so no shopper can choose it. ${CURE}, or add { resolve: "medusa-plugin-einvoice/providers/e-invoice", id: "private" } to the payment module's providers.`
    )
  }
  if (providers.length > 1) {
    return fatal(
      "medusa-plugin-einvoice's payment provider is listed more than once in the payment module's providers in medusa-config. Keep one."
    )
  }
  if (provider.id !== E_INVOICE_PROVIDER_ID) {
    return fatal(
      `medusa-plugin-einvoice's payment provider has another id than storefronts ask for: write id: "${E_INVOICE_PROVIDER_ID}" at its entry in the payment module's providers.`
    )
  }
  if (missing.length > 0) {
    return fatal(
      `medusa-plugin-einvoice cannot read the order at checkout: the payment module's entry in medusa-config lacks ${missing.map((name) => `"${name}"`).join(" and ")} in its dependencies. ${CURE}, or add dependencies: ["query", "eInvoice"] to that entry.`
    )
  }
  if (hasOptions(provider)) {
    return warning(
      "medusa-plugin-einvoice reads no options from its payment provider's entry in medusa-config: move them to the plugin's own entry."
    )
  }
  return undefined
}

const isOurs = ({ resolve }: ProviderEntry): boolean =>
  typeof resolve === "string" && OUR_PROVIDER.test(resolve)

const isOurPlugin = (plugin: string | { resolve: string }): boolean =>
  (typeof plugin === "string" ? plugin : plugin.resolve) === E_INVOICE_PACKAGE

const hasOptions = ({ options }: ProviderEntry): boolean =>
  typeof options === "object" && options !== null && Object.keys(options).length > 0

/** The options as the merchant wrote them: Medusa adds its own database settings to those of every module. */
export function ownOptions(options: unknown): unknown {
  if (typeof options !== "object" || options === null) {
    return options
  }
  const { database: _medusasOwn, ...own } = options as Record<string, unknown>
  return own
}
