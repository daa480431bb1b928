import { z } from "zod"

import { operationOverridesSchema } from "./connect"

/** What the README's table and the settings page say of an option beside its type and default. */
type OptionMeta = {
  description: string
  unit?: "seconds" | "milliseconds" | "major units"
  secret?: true
}

/** Keeps a schema and what is said about it together. */
const option = <Schema extends z.ZodType>(schema: Schema, meta: OptionMeta) => schema.meta(meta)

const isLoopback = (hostname: string) =>
  hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname)

const baseAddress = z
  .string("is missing; give an address such as https://api.example.com")
  .superRefine((value, context) => {
    const fail = (message: string) => context.addIssue({ code: "custom", message })
    if (!URL.canParse(value)) {
      return fail("must be an absolute address such as https://api.example.com")
    }
    const url = new URL(value)
    const secure = url.protocol === "https:"
    if (!secure && !(url.protocol === "http:" && isLoopback(url.hostname))) {
      return fail("must be https; http is allowed for a loopback address only")
    }
    if (url.search || url.hash || url.username || url.password) {
      fail("must not carry a query, a fragment or credentials")
    }
  })
  .transform((value) => value.replace(/\/+$/, ""))

const serviceAddress = baseAddress.refine(
  (value) => !value.endsWith("/api/v1/connect"),
  "must end before /api/v1/connect, which the plugin adds"
)

/** Whether a currency is counted in hundredths, as the interface writes amounts. */
const hasTwoDecimals = (currency: string): boolean =>
  !/^[A-Za-z]{3}$/.test(currency) ||
  new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions().maximumFractionDigits === 2

/** Base64 of 32 bytes, in either alphabet. */
const ENCRYPTION_KEY = /^[A-Za-z0-9+/_-]{43}=?$/

const encryptionKey = z
  .string("is missing; make one with: openssl rand -base64 32")
  .regex(
    ENCRYPTION_KEY,
    "must be 32 random bytes in base64; make one with: openssl rand -base64 32"
  )

const wholeNumber = (unit: string, least: number, most: number) =>
  z
    .int(`must be a whole number of ${unit}`)
    .min(least, `must be at least ${least} ${unit}`)
    .max(most, `must be at most ${most} ${unit}`)

const secret = (missing?: string) => z.string(missing).min(1, "must not be empty")

const yesOrNo = z.boolean("must be true or false")

/**
 * Every option of the plugin, with its default. This schema is the single source: the README's table, the settings
 * page and the boot check read it.
 */
export const eInvoiceOptionsSchema = z.strictObject(
  {
    baseUrl: option(serviceAddress, {
      description: "Base address of the service's environment, without /api/v1/connect.",
    }),
    token: option(
      secret("is missing; the service's operator issues it").regex(
        /^[\x21-\x7e]*$/,
        "must be one word of printable ASCII, as issued"
      ),
      {
        description: "Bearer token issued by the service's operator.",
        secret: true,
      }
    ),
    callbackBaseUrl: option(baseAddress, {
      description:
        "Public address of this Medusa server; the service calls {callbackBaseUrl}/hooks/e-invoice/{token of the order}.",
    }),
    callbackSecret: option(secret("must be text").optional(), {
      description: "Secret of the callback checksum, if the operator gave one.",
      secret: true,
    }),
    previousCallbackSecrets: option(
      z.array(secret("must be text"), "must be a list of secrets").default([]),
      {
        description: "Earlier callback secrets, while one is being replaced.",
        secret: true,
      }
    ),
    encryptionKey: option(encryptionKey, {
      description:
        "32 random bytes in base64; encrypts the shopper's data until the e-invoice order exists.",
      secret: true,
    }),
    previousEncryptionKeys: option(z.array(encryptionKey, "must be a list of keys").default([]), {
      description: "Earlier encryption keys, while one is being replaced.",
      secret: true,
    }),
    currencies: option(
      z
        .array(
          z
            .string("must be a three-letter currency code")
            .regex(/^[A-Za-z]{3}$/, "must be a three-letter currency code")
            .toLowerCase()
            .refine(hasTwoDecimals, {
              error: ({ input }) =>
                `${String(input)} has not two decimals: the interface bills in hundredths only`,
            }),
          "must be a list of currency codes"
        )
        .min(1, "must name at least one currency")
        .default(["nok"]),
      {
        description: "Currencies the account bills in; any other is rejected at checkout.",
      }
    ),
    capturedStatuses: option(
      z
        .array(
          z.enum(["PAID", "INVOICED"], "must be PAID or INVOICED"),
          "must be a list of statuses"
        )
        .min(1, "must name at least one status")
        .default(["PAID"]),
      {
        description: "Statuses that count as captured in Medusa.",
      }
    ),
    amounts: option(
      z
        .enum(["tax-inclusive", "tax-exclusive"], "must be tax-inclusive or tax-exclusive")
        .default("tax-inclusive"),
      {
        description: "Whether a line's rate and discount carry tax, as the account expects.",
      }
    ),
    totalDiscount: option(
      z
        .enum(["without-tax", "sum-of-lines"], "must be without-tax or sum-of-lines")
        .default("without-tax"),
      {
        description:
          "The summary's totalDiscount where lines carry tax: without its tax, beside the tax that is due; or the sum of the lines' discounts, beside the tax before discount.",
      }
    ),
    giftCards: option(
      z
        .enum(["single-purpose", "multi-purpose"], "must be single-purpose or multi-purpose")
        .default("single-purpose"),
      {
        description:
          "What gift cards and credit lines are to VAT: single-purpose vouchers, spread over the lines as discount, which lowers their VAT; or multi-purpose ones, a line of their own, which leaves the goods' VAT as it is.",
      }
    ),
    personalNumber: option(
      z
        .strictObject(
          {
            checkDigits: option(yesOrNo.default(true), {
              description: "Check control digits and date, not only the form.",
            }),
            acceptSynthetic: option(yesOrNo.default(false), {
              description: "Accept synthetic numbers (80, 65 or 40 added to the month).",
            }),
          },
          "must be an object"
        )
        .prefault({}),
      {
        description: "How strictly the shopper's personal number is checked.",
      }
    ),
    preferredLanguage: option(
      z.enum(["en", "no", "sv", "da", "de"], "must be one of en, no, sv, da, de").default("no"),
      { description: "Language of the invoice if the shopper chose none." }
    ),
    invoiceInterval: option(z.literal([0, 1, 2], "must be 0, 1 or 2").optional(), {
      description: "0 daily, 1 once a month, 2 twice a month; not sent when absent.",
    }),
    invoiceMaturity: option(z.literal(10, "must be 10").optional(), {
      description: "Days until the invoice is due; not sent when absent.",
    }),
    invoiceFee: option(
      z
        .strictObject(
          {
            applicable: option(yesOrNo.default(true), {
              description: "Whether the service adds its invoice fee.",
            }),
            amount: option(
              z.number("must be a number").nonnegative("must not be negative").optional(),
              {
                description: "The fee with VAT, shown to the shopper; the plugin never adds it.",
                unit: "major units",
              }
            ),
          },
          "must be an object"
        )
        .prefault({}),
      { description: "The invoice fee, which only the service ever adds." }
    ),
    separateInvoices: option(yesOrNo.default(true), {
      description: "One invoice per order (true), or orders gathered on one.",
    }),
    reference: option(
      z
        .enum(["display-id", "order-id", "none"], "must be display-id, order-id or none")
        .default("display-id"),
      {
        description: "What is sent as referenceNo: the order's number, its id, or nothing.",
      }
    ),
    invoiceOn: option(
      z.enum(["checkout", "fulfilment"], "must be checkout or fulfilment").default("checkout"),
      {
        description:
          "When an order is billed: at checkout, or each parcel when it is shipped or delivered. Fulfilment is a preview: do not use it where goods may come back before the last parcel leaves (docs/decisions/ship-then-bill.md). It keeps the personal number, encrypted, until the last parcel is billed (docs/privacy.md).",
      }
    ),
    holdDays: option(wholeNumber("days", 1, 60).default(30), {
      description:
        "With invoiceOn fulfilment: days for which the shopper's data is kept at most. What is shipped later is flagged, not billed.",
    }),
    shopperDataLifetime: option(wholeNumber("seconds", 60, 24 * 60 * 60).default(30 * 60), {
      description: "How long encrypted shopper data is kept if no order comes of it.",
      unit: "seconds",
    }),
    checkoutBudget: option(wholeNumber("milliseconds", 1_000, 20_000).default(12_000), {
      description: "How long the service may take at checkout; the cart stays locked meanwhile.",
      unit: "milliseconds",
    }),
    requestBudget: option(wholeNumber("milliseconds", 1_000, 120_000).default(20_000), {
      description: "How long any other call to the service may take, retries included.",
      unit: "milliseconds",
    }),
    inDoubtQuietPeriod: option(wholeNumber("seconds", 30, 24 * 60 * 60).default(120), {
      description:
        "How long after an unanswered creation a look-up that finds no order allows another attempt. An order that the service lists later than that could be billed twice.",
      unit: "seconds",
    }),
    operations: option(operationOverridesSchema.default({}), {
      description:
        "Per operation id: switch it off, correct its method or path, or add members to its body.",
    }),
  },
  "must be an object"
)

/** The plugin's options as a merchant writes them. */
export type EInvoiceOptionsInput = z.input<typeof eInvoiceOptionsSchema>

/** The plugin's options with defaults filled in. */
export type EInvoiceOptions = z.output<typeof eInvoiceOptionsSchema>

/** Thrown when options are wrong; its message names every bad field and never repeats a value. */
export class EInvoiceOptionsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `medusa-plugin-einvoice cannot start, its options are wrong:\n${problems
        .map((problem) => `  - ${problem}`)
        .join("\n")}`
    )
    this.name = "EInvoiceOptionsError"
  }
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws EInvoiceOptionsError naming every bad field
 */
export function parseEInvoiceOptions(input: unknown): EInvoiceOptions {
  const result = eInvoiceOptionsSchema.safeParse(input ?? {})
  if (result.success) {
    return result.data
  }
  throw new EInvoiceOptionsError(result.error.issues.flatMap(problemsOf))
}

function problemsOf(issue: z.core.$ZodIssue): string[] {
  const field = issue.path.map(String).join(".")
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${[field, key].filter(Boolean).join(".")}: is not an option`)
  }
  return [`${field || "options"}: ${issue.message}`]
}
