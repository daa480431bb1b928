import { FetchError } from "@medusajs/js-sdk"
import { z } from "zod"

import { refusalText, type ServerFieldError } from "./refusals"
import type { Translate } from "./texts"

const fieldErrorSchema = z.object({ field: z.string(), message: z.string() })

const optionalText = z.string().min(1).nullable().catch(null)

/** Read leniently: what stands between the browser and our server may answer in its place. */
const refusalSchema = z.object({
  message: optionalText,
  advice: optionalText,
  code: optionalText,
  message_key: optionalText,
  open_operation: optionalText,
  values: z.record(z.string(), z.string()).catch({}),
  errors: z
    .array(fieldErrorSchema.nullable().catch(null))
    .catch([])
    .transform((errors) => errors.filter((error) => error !== null)),
})

/** How the server words a refusal that is all about one field: `uuid: the service shows no order ODR1`. */
const ABOUT_ONE_FIELD = /^([a-z][a-z_.]*): (\S.*)$/s

/** A refusal of our Admin API with all that it says; the dashboard's own client keeps the sentence alone. */
export class AdminRequestError extends FetchError {
  /** What to do about it, as a sentence of the server. */
  readonly advice: string | null
  /** One word for programs, such as `in_doubt`; null where the server did not answer in our words. */
  readonly code: string | null
  /** The service's own word. */
  readonly messageKey: string | null
  /** The operation in doubt that has to be settled before anything is sent again. */
  readonly openOperation: string | null
  /** What the sentence names, to say it in another language. Its amounts are in `currencyCode`. */
  readonly values: Readonly<Record<string, string>>
  /** What is wrong with single fields of the body. */
  readonly errors: readonly ServerFieldError[]
  /** The whole sentence, where it is all about one field; null where it says more. */
  readonly oneField: ServerFieldError | null
  /** What is wrong with single fields, whichever way the server says it. */
  readonly fields: readonly ServerFieldError[]

  constructor(
    status: number,
    statusText: string,
    body: unknown,
    readonly currencyCode?: string
  ) {
    const { data: refusal } = refusalSchema.safeParse(body)
    super(refusal?.message ?? statusText, statusText, status)
    this.advice = refusal?.advice ?? null
    this.code = refusal?.code ?? null
    this.messageKey = refusal?.message_key ?? null
    this.openOperation = refusal?.open_operation ?? null
    this.values = refusal?.values ?? {}
    this.errors = refusal?.errors ?? []
    this.oneField = this.errors.length > 0 ? null : fieldIn(this.message)
    this.fields = this.oneField ? [this.oneField] : this.errors
  }
}

const fieldIn = (sentence: string): ServerFieldError | null => {
  const [, field, message] = ABOUT_ONE_FIELD.exec(sentence) ?? []
  return field && message
    ? {
        field,
        message: `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
      }
    : null
}

/** A refusal that has words in the person's language, which say what to do as well. */
export const ownWords = (t: Translate, error: unknown): string | undefined =>
  error instanceof AdminRequestError ? refusalText(t, error) : undefined

/**
 * What went wrong, as a sentence for the person at the screen. A refusal that has no words in their language is shown as the
 * server says it.
 */
export const errorSentence = (t: Translate, error: unknown): string => {
  // No JSON: something else answered in our server's place.
  if (error instanceof SyntaxError) {
    return t("errors.unreadable")
  }
  if (!(error instanceof FetchError) || error.status === undefined) {
    return t("errors.unreachable")
  }
  switch (error.status) {
    case 401:
      return t("errors.signedOut")
    case 403:
      return t("errors.notAllowed")
    case 500:
    case 502:
    case 504:
      return ownWords(t, error) ?? (isInOurWords(error) ? error.message : t("errors.serverFailed"))
    default:
      return ownWords(t, error) ?? (error.message || t("errors.serverFailed"))
  }
}

/** Our own server says in words what the service did; what stands between says only that something failed. */
const isInOurWords = (error: FetchError): boolean =>
  "code" in error && typeof error.code === "string" && error.message !== ""
