import { describeOptions, type OptionDescription } from "../../../../describe-options"
import type { EInvoiceOptions } from "../../../../options"

/** An option with what it is set to; of a secret, only whether it is set. */
export type OptionInForce = OptionDescription & {
  /** Null when the option is absent, or a secret. */
  value: unknown
  /** Whether it has a value, by default or by the merchant's word. */
  is_set: boolean
  is_default: boolean
}

/** Every option of the schema with the value that the running server uses. Secrets do not leave the server. */
export const optionsInForce = (options: EInvoiceOptions): OptionInForce[] =>
  describeOptions().map((description) => {
    const value = valueAt(options, description.name.split("."))
    return {
      ...description,
      value: description.secret ? null : (value ?? null),
      is_set: isSet(value),
      is_default: isDefault(description, value),
    }
  })

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (member, name) =>
      typeof member === "object" && member !== null
        ? (member as Record<string, unknown>)[name]
        : undefined,
    value
  )

const isSet = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0)

function isDefault({ default: preset, required }: OptionDescription, value: unknown): boolean {
  return preset === undefined ? !required && value === undefined : JSON.stringify(value) === preset
}
