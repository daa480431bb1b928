import { ConnectError, isSameMessageKey } from "../../connect"

/** The service's word for a creation whose like it already holds: the order it refuses may be this very one. */
const ALREADY_EXISTS = "ambiguousRequestExistsWithSameParameters"

/**
 * Whether a failed creation excludes that the order exists. What is not an error of the client is a failure of our own,
 * of which nobody knows whether it struck before or after the bytes went out.
 */
export const isCertainlyNotCreated = (error: unknown): error is ConnectError =>
  error instanceof ConnectError &&
  !error.outcomeUnknown &&
  !(error.messageKey !== undefined && isSameMessageKey(error.messageKey, ALREADY_EXISTS))
