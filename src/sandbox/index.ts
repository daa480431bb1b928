export type { Audit, MoneyAudit, OrderGroup } from "./audit"
export type { CallbackAttempt, CallbackRecord } from "./callbacks/callback-delivery"
export {
  type CallbackChaos,
  type ChecksumFormula,
  checksumFormulas,
  checksumOf,
  type NoticeValues,
} from "./callbacks/notice"
export { createSandbox } from "./create-sandbox"
export {
  type FaultKind,
  faultKinds,
  type FaultRule,
  type FaultRuleInput,
  type Latency,
} from "./faults/fault"
export type { LoggedRequest } from "./http/request-log"
export {
  magicOrganizations,
  magicPersonalNumbers,
  type MagicOrganization,
  type MagicPerson,
} from "./magic-inputs"
export { type Quirks, type SandboxOptions, SandboxOptionsError } from "./options"
export type { CustomerView, Listening, ListenOptions, RecordControls, Sandbox } from "./sandbox"
export type { OrderView } from "./service/order-view"
export type { ClockStep } from "./world/clock"
export type {
  CompanyCheck,
  CreditCheck,
  Cycle,
  DelayedRefund,
  Movement,
  RefundApproval,
  Reservation,
  Subscription,
  User,
} from "./world/records"
export { StateFileError } from "./world/state-file"
export { SandboxStateError, type Snapshot, UnknownRecordError } from "./world/world"
