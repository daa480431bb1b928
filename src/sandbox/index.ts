export type { Audit, MoneyAudit, OrderGroup } from "./audit"
export {
  type CallbackChaos,
  type ChecksumFormula,
  checksumFormulas,
  checksumOf,
  type NoticeValues,
} from "./callbacks/notice"
export type { CallbackAttempt, CallbackRecord } from "./callbacks/callback-delivery"
export type { ClockStep } from "./clock"
export { createSandbox } from "./create-sandbox"
export { type FaultKind, faultKinds, type FaultRule, type FaultRuleInput } from "./faults/fault"
export type { Latency } from "./faults/fault"
export {
  magicOrganizations,
  magicPersonalNumbers,
  type MagicOrganization,
  type MagicPerson,
} from "./magic-inputs"
export { SandboxOptionsError, type SandboxOptions } from "./options"
export type { Quirks } from "./options"
export type { CustomerView, RecordControls } from "./record-controls"
export type { LoggedRequest } from "./request-log"
export type { Listening, ListenOptions, Sandbox } from "./sandbox"
export type { CompanyCheck, CreditCheck } from "./state/checks"
export type { DelayedRefund, RefundApproval } from "./state/delayed-refund"
export type { Movement, Reservation } from "./state/reservation"
export type { Snapshot } from "./state/snapshot"
export { StateFileError } from "./state/state-file"
export { SandboxStateError, UnknownRecordError } from "./state/world"
export type { Cycle, Subscription } from "./state/subscription"
export type { User } from "./state/customer"
export type { OrderView } from "./views"
