/** What can go wrong with a call, as far as a caller has to tell the cases apart. */
export type ConnectErrorKind =
  | "refused"
  | "unauthorised"
  | "not-found"
  | "conflict"
  | "unavailable"
  | "ambiguous"
  | "malformed-answer"
  | "disabled"

/** What an error of a call is made of. */
export type ConnectErrorDetails = {
  /** Id of the operation that was called. */
  operationId: string
  /** A sentence for a merchant; never a personal value. */
  message: string
  /** What the merchant can do about it. */
  advice: string
  /** Left out when no answer came. */
  httpStatus?: number
  /** The service's own word, where it gave one. */
  messageKey?: string
  /** One word for programs, where the kind of error says too little. */
  code?: string
  /** What the message names, to say it in another language; amounts are decimal major units. */
  values?: Readonly<Record<string, string>>
  /** Sentences by dotted field path; what concerns no single field stands under "". */
  fieldErrors?: Record<string, string[]>
  /** Whether the operation may have taken effect although no usable answer says so; default false. */
  outcomeUnknown?: boolean
  cause?: unknown
}

/** Base of every error a call can end in. */
export abstract class ConnectError extends Error {
  /** Tells the cases apart without `instanceof`. */
  abstract readonly kind: ConnectErrorKind
  /** True when the operation may have taken effect although no usable answer says so. */
  readonly outcomeUnknown: boolean
  /** Id of the operation that was called. */
  readonly operationId: string
  /** What a merchant can do about it, in a sentence. */
  readonly advice: string
  /** Left out when no answer came. */
  readonly httpStatus?: number
  /** The service's own word, where it gave one. */
  readonly messageKey?: string
  /** One word for programs, where the kind of error says too little. */
  readonly code?: string
  /** What the message names, to say it in another language. */
  readonly values?: Readonly<Record<string, string>>
  /** Sentences by dotted field path, such as `products.0.rate`; what concerns no single field stands under "". */
  readonly fieldErrors?: Record<string, string[]>

  constructor(details: ConnectErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = new.target.name
    this.outcomeUnknown = details.outcomeUnknown ?? false
    this.operationId = details.operationId
    this.advice = details.advice
    if (details.httpStatus !== undefined) {
      this.httpStatus = details.httpStatus
    }
    if (details.messageKey !== undefined) {
      this.messageKey = details.messageKey
    }
    if (details.code !== undefined) {
      this.code = details.code
    }
    if (details.values !== undefined) {
      this.values = details.values
    }
    if (details.fieldErrors !== undefined) {
      this.fieldErrors = details.fieldErrors
    }
  }
}

/** The request breaks the field rules: found by our own check before anything was sent, or by the service (417). */
export class RefusedError extends ConnectError {
  readonly kind = "refused"
}

/** The token is missing, invalid or not allowed to do this (401, 403). */
export class UnauthorisedError extends ConnectError {
  readonly kind = "unauthorised"
}

/** The service knows no record by that identifier (404). */
export class NotFoundError extends ConnectError {
  readonly kind = "not-found"
}

/** The record's state forbids the operation (400); `messageKey` says why. */
export class ConflictError extends ConnectError {
  readonly kind = "conflict"
}

/** The service could not be reached or did not answer, and the operation certainly had no effect. */
export class UnavailableError extends ConnectError {
  readonly kind = "unavailable"
}

/** The request was sent and no usable answer came: the operation may or may not have taken effect. */
export class AmbiguousError extends ConnectError {
  readonly kind = "ambiguous"

  constructor(details: ConnectErrorDetails) {
    super({ ...details, outcomeUnknown: true })
  }
}

/** The answer cannot be read; of an operation that changes something, the outcome is then unknown. */
export class MalformedAnswerError extends ConnectError {
  readonly kind = "malformed-answer"
}

/** The merchant switched the operation off in the options. */
export class OperationDisabledError extends ConnectError {
  readonly kind = "disabled"
  /** Name of the option that switches it off. */
  readonly option: string

  constructor(operationId: string) {
    const option = `operations.${operationId}.enabled`
    super({
      operationId,
      message: `The operation ${operationId} is switched off by the option ${option}.`,
      advice: `Set ${option} to true, or remove it, when your account offers this operation.`,
      values: { option },
    })
    this.option = option
  }
}
