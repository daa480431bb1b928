import { defineConfig, Modules } from "@medusajs/framework/utils"
import type {
  ConfigModule,
  ExternalModuleDeclaration,
  InputConfig,
  InternalModuleDeclaration,
} from "@medusajs/framework/types"

import {
  E_INVOICE_MODULE,
  E_INVOICE_PACKAGE,
  E_INVOICE_PROVIDER_ID,
  PROVIDER_DEPENDENCIES,
} from "./modules/e-invoice/registration"
import type { EInvoiceOptionsInput } from "./options"

type ModuleDeclarations = NonNullable<ConfigModule["modules"]>
type ModuleDeclaration = Exclude<ModuleDeclarations[string], boolean>
type ModuleInputs = NonNullable<InputConfig["modules"]>
type PaymentProvider = { resolve?: unknown; id?: unknown }

/** Where the plugin's parts are loaded from: a package, or folders of the project itself. */
export type EInvoiceSource =
  { plugin: string; provider: string } | { module: string; provider: string }

const installedPackage: EInvoiceSource = {
  plugin: E_INVOICE_PACKAGE,
  provider: `${E_INVOICE_PACKAGE}/providers/e-invoice`,
}

/**
 * Registers the plugin, its payment provider and what the provider needs, and leaves everything else as it is. Takes
 * the place of `defineConfig`; calling it on a configuration that already went through either changes nothing more.
 *
 * The options' values are checked when the server starts, not here, so that `medusa build` runs where no secret
 * is present.
 *
 * @param config what would be given to `defineConfig`
 * @param options the plugin's options
 * @param source where the parts come from; the installed package unless said otherwise
 * @returns what `defineConfig` returns
 * @throws Error when the payment module is switched off or remote, or the options are no object
 *
 * @example
 * export default withEInvoice({ projectConfig: { ... } }, { baseUrl: "...", token: "...", ... })
 */
export function withEInvoice(
  config: InputConfig,
  options: EInvoiceOptionsInput,
  source: EInvoiceSource = installedPackage
): ConfigModule {
  if (typeof options !== "object" || options === null) {
    throw new Error(
      "withEInvoice(config, options): options is missing; give at least baseUrl, token, callbackBaseUrl and encryptionKey."
    )
  }
  const defined = defineConfig({
    ...config,
    modules: copyOf(config.modules),
  } as Parameters<typeof defineConfig>[0])
  const modules: ModuleDeclarations = {
    ...defined.modules,
    [Modules.PAYMENT]: withProvider(defined.modules?.[Modules.PAYMENT], source.provider),
  }
  if ("module" in source) {
    return {
      ...defined,
      modules: {
        ...modules,
        [E_INVOICE_MODULE]: {
          resolve: source.module,
          options: { ...options },
        },
      },
    }
  }
  return {
    ...defined,
    modules,
    plugins: withPlugin(defined.plugins, {
      resolve: source.plugin,
      options: { ...options },
    }),
  }
}

/** `defineConfig` deletes keys from the entries it is given; the merchant's own objects stay whole. */
function copyOf(modules: ModuleInputs | undefined) {
  if (Array.isArray(modules)) {
    return modules.map((entry) => ({ ...entry }))
  }
  return modules && { ...modules }
}

function withProvider(
  payment: ModuleDeclarations[string] | undefined,
  resolve: string
): ModuleDeclaration {
  const declaration: ModuleDeclaration = typeof payment === "object" ? payment : {}
  if (payment === false || ("disable" in declaration && declaration.disable)) {
    throw new Error(
      "withEInvoice: the payment module is switched off in medusa-config; the plugin needs it. Remove `disable` from its entry."
    )
  }
  if (isExternal(declaration)) {
    throw new Error(
      "withEInvoice: the payment module is declared external in medusa-config; a payment provider needs it in this process."
    )
  }
  const { options, dependencies, ...rest }: Partial<InternalModuleDeclaration> = declaration
  const providers: PaymentProvider[] = Array.isArray(options?.providers) ? options.providers : []
  const present = providers.some(
    (provider) => provider.resolve === resolve && provider.id === E_INVOICE_PROVIDER_ID
  )
  return {
    ...rest,
    dependencies: [...new Set([...(dependencies ?? []), ...PROVIDER_DEPENDENCIES])],
    options: {
      ...options,
      providers: present ? providers : [...providers, { resolve, id: E_INVOICE_PROVIDER_ID }],
    },
  }
}

function isExternal(
  declaration: ModuleDeclaration
): declaration is Partial<ExternalModuleDeclaration> {
  return declaration.scope === "external"
}

type PluginEntry = { resolve: string; options: EInvoiceOptionsInput }

function withPlugin(
  plugins: ConfigModule["plugins"] | undefined,
  ours: PluginEntry
): ConfigModule["plugins"] {
  const others = plugins ?? []
  const known = others.some((plugin) => nameOf(plugin) === ours.resolve)
  if (!known) {
    return [...others, ours]
  }
  return others.map((plugin) => (nameOf(plugin) === ours.resolve ? ours : plugin))
}

const nameOf = (plugin: ConfigModule["plugins"][number]) =>
  typeof plugin === "string" ? plugin : plugin.resolve
