/** What the sandbox answers to one call: everything but its delivery. */
export type Answer = {
  status: number
  body: AnswerBody
  headers?: Readonly<Record<string, string>>
}

/** The envelope all answers of the service share (documented and recorded forms). */
export type AnswerBody = {
  status_code: number
  status_message: string
  message: string
  is_data?: boolean
  data?: unknown
  is_error?: boolean
  errors?: unknown
  [extra: string]: unknown
}

/** Success. `isData` does not follow from `data`. */
export function success(status: number, message: string, data: unknown, isData: boolean): Answer {
  return {
    status,
    body: {
      status_code: status,
      status_message: "OK",
      message,
      is_data: isData,
      data,
    },
  }
}

/** 404 in the recorded form (`is_data: false, data: null`). */
export function notFound(message = "orderNotFound"): Answer {
  return refusal(404, "Not Found", message)
}

/** 404 for what is no operation here, in words: a client that calls another service's path must not read "no such order". */
export function unknownOperation(method: string, path: string): Answer {
  const why = /\/connect\/terminal\//.test(path)
    ? "Terminal operations are not part of this sandbox."
    : `${method} ${path} is no operation of this sandbox.`
  return envelope(404, "Not Found", "notFound", { is_error: true, errors: [why] })
}

/** 400: the record's status forbids the operation. */
export function conflict(message: string): Answer {
  return refusal(400, "Conflict of Business Logic", message)
}

/** 417: the payload breaks rules; one English sentence for each. */
export function invalidPayload(sentences: readonly string[]): Answer {
  return failure(417, "Client Error", "payloadValidationErrors", sentences)
}

/** 401. The body was never seen; this is the error envelope with the HTTP status's own words. */
export function unauthorised(): Answer {
  return failure(401, "Unauthorized", "unauthorized", [])
}

/** 429, with `Retry-After` in seconds when given. The body was never seen. */
export function tooManyRequests(retryAfterSeconds?: number): Answer {
  const answer = failure(429, "Too Many Requests", "tooManyAttempts", [])
  return retryAfterSeconds === undefined
    ? answer
    : { ...answer, headers: { "retry-after": String(retryAfterSeconds) } }
}

/** 500 (specification, Errors). */
export function internalDependencyError(happenedAt: Date): Answer {
  return failure(500, "Internal Dependency Error", "internalErrorOccurredPleaseTryAgainLater", {
    happenedAt: happenedAt.toISOString(),
    internalErrorDetails: [],
  })
}

/** 510 (specification, Errors). */
export function executionException(message = "somethingWentWrong"): Answer {
  return failure(510, "Execution Exception Occurred", message, [])
}

/** Any other HTTP-level refusal (405, 413), in the error envelope. */
export function failure(
  status: number,
  statusMessage: string,
  message: string,
  errors: unknown
): Answer {
  return envelope(status, statusMessage, message, { is_error: true, errors })
}

function refusal(status: number, statusMessage: string, message: string): Answer {
  return envelope(status, statusMessage, message, {
    is_data: false,
    data: null,
  })
}

/** What every body of the service begins with, and what an operation's own form adds. */
export const envelope = (
  status: number,
  statusMessage: string,
  message: string,
  rest: Readonly<Record<string, unknown>>
): Answer => ({
  status,
  body: {
    status_code: status,
    status_message: statusMessage,
    message,
    ...rest,
  },
})
