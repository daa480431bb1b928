export type { Answer, Page } from "./answer"
export {
  type NoticeParameter,
  noticeParameters,
  type NoticeStatus,
  parseCallback,
  type StatusNotice,
} from "./callback"
export {
  catalogue,
  type Catalogue,
  type DataOf,
  isOperationId,
  type OperationId,
  operationIds,
  operationOf,
  type RequestOf,
  type RowOf,
} from "./catalogue"
export { type ChecksumFormula, checksumFormulas, checksumOf, verifyChecksum } from "./callback"
export { type CallContext, ConnectClient, type Keeping } from "./client"
export type { ConnectClientOptions } from "./client"
export {
  AmbiguousError,
  ConflictError,
  ConnectError,
  type ConnectErrorDetails,
  type ConnectErrorKind,
  MalformedAnswerError,
  NotFoundError,
  OperationDisabledError,
  RefusedError,
  UnauthorisedError,
  UnavailableError,
} from "./errors"
export type { ExchangeReport } from "./outcome"
export { explainMessageKey, type Explanation, isSameMessageKey } from "./messages"
export {
  type AllowedStatuses,
  type Alternative,
  type Area,
  areas,
  type AssumedPart,
  type Creation,
  type Inverse,
  type Method,
  methods,
  type Operation,
  type OtherBody,
  type Permission,
  type Precondition,
  type PreconditionScope,
  type Provenance,
  type RecordKind,
  recordKinds,
  type Refusal,
  type RefusedStatuses,
  type Safety,
} from "./operation"
export {
  normaliseStatus,
  type OrderStatus,
  orderStatuses,
  orderStatusFilters,
  orderStatusSchema,
  parseOrderStatus,
} from "./order-status"
export {
  fillPath,
  type OperationOverride,
  type OperationOverrides,
  operationOverridesSchema,
  type PathParameter,
  pathParameters,
} from "./wire-request"
export { refusalByStatus } from "./operation"
export type { CircuitState, CircuitStates } from "./breaker"
export type { RateLimitState } from "./transport"
export {
  callingCode,
  countryCode,
  decimal,
  emailAddress,
  identifier,
  language,
  languages,
  msisdn,
  organizationNumber,
  personalNumber,
  unixTimeText,
  webAddress,
} from "./schemas/request-values"
export { type WireForm, wireFormOf } from "./schemas/answer-values"
