import { PROVIDER_DEPENDENCIES } from "./registration"

/** The payment module's entry in medusa-config, as far as it matters here. */
export type PaymentDeclaration = {
  dependencies?: readonly string[]
  options?: { providers?: readonly { resolve?: unknown; id?: unknown }[] }
}

export type RegistrationProblem = {
  severity: "fatal" | "warning"
  /** What is wrong and what to do about it. */
  sentence: string
}

const CURE = "Wrap your configuration in withEInvoice()"

/** How a provider of this plugin is named in medusa-config: by package, or by folder of this repository. */
const OUR_PROVIDER = /(^|\/)providers\/e-invoice(\/index(\.[cm]?[jt]s)?)?$/

/** What is wrong with how the provider was registered, if anything is. */
export function registrationProblem(
  payment: PaymentDeclaration | undefined
): RegistrationProblem | undefined {
  const registered = payment?.options?.providers?.some(isOurs) ?? false
  if (!registered) {
    return {
      severity: "warning",
      sentence: `medusa-plugin-einvoice is installed but its payment provider is not registered, so no shopper can choose it. ${CURE}, or add { resolve: "medusa-plugin-einvoice/providers/e-invoice", id: "private" } to the payment module's providers.`,
    }
  }
  const missing = PROVIDER_DEPENDENCIES.filter((name) => !payment?.dependencies?.includes(name))
  if (missing.length === 0) {
    return undefined
  }
  return {
    severity: "fatal",
    sentence: `medusa-plugin-einvoice cannot read the order at checkout: the payment module's entry in medusa-config lacks ${missing.map((name) => `"${name}"`).join(" and ")} in its dependencies. ${CURE}, or add dependencies: ["query", "eInvoice"] to that entry.`,
  }
}

const isOurs = ({ resolve }: { resolve?: unknown }): boolean =>
  typeof resolve === "string" && OUR_PROVIDER.test(resolve)
