import type { DataOf, OperationId } from "../../../connect"
import type { JobReport } from "../../../modules/e-invoice/jobs"
import type EInvoiceModuleService from "../../../modules/e-invoice/service"
import type { CallbackReach } from "../../../domain/callbacks/reach-callback"
import type { OrderWarning } from "../../../domain/status/order-warnings"
import type { Outstanding } from "../../../workflows/bill-outstanding/outstanding-of-order"
import type { whyNotBillable } from "../../../workflows/bill-outstanding/why-not-billable"
import type { shownCallbacks } from "./callbacks"
import type { Can, describeOperations } from "./describe-operations"
import type { RowNames } from "./customer-names"
import type { loggedOperation, loggedOperations } from "./operations"
import type { MedusaCustomerAnswer } from "./customers"
import type { shownOperation } from "./perform-operation"
import type { orderAnswer, ShownEInvoiceOrder } from "./orders"
import type { shownRecords } from "./records"
import type { reconciliationAnswer } from "./reconciliation"
import type { refundAnswer } from "./refunds"
import type { reservationAnswer } from "./reservations"
import type { creationSettlement, operationSettlement, refundSettlement } from "./settlements"
import type { ConnectionTest, OptionInForce } from "./settings"
import type { Problem } from "./failures"

/**
 * What the routes answer, as JSON carries it. Types alone: Medusa Admin runs in the browser, and imports nothing else of the
 * server.
 */
type OnWire<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? OnWire<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: OnWire<Value[Name]> }
      : Value

type AnswerOf<Make extends (...parameters: never[]) => unknown> = OnWire<Awaited<ReturnType<Make>>>

export type { Can, OperationId }
export type { OrderWarning }
export type { Attention, AttentionReason } from "../../../modules/e-invoice/orders/flags"

/** An e-invoice order of a list; amounts in major units. */
export type EInvoiceOrderSummary = OnWire<ShownEInvoiceOrder>

/** An e-invoice order with its timeline, its refunds and the request it was made from. */
export type EInvoiceOrderDetail = AnswerOf<typeof orderAnswer>

/** What journal and Medusa say of money, by day and order; amounts in major units. */
export type ReconciliationAnswer = AnswerOf<typeof reconciliationAnswer>

export type RefundAccount = AnswerOf<typeof refundAnswer>

/** A followed reservation: the service has named it. */
export type ReservationAnswer = Omit<AnswerOf<typeof reservationAnswer>, "record"> & {
  record: RememberedRecord
}

/** An event of a reservation, as the service recorded it. */
export type ReservationEvent = Pick<
  DataOf<"reservations.history">[number],
  "title" | "datetime" | "note" | "amount" | "isRefundable"
>

/** As the route makes it; JSON carries its dates as text. */
export type ReservationHistory = {
  events: ReservationEvent[]
  operations: ReturnType<typeof loggedOperation>[]
  problem: Problem | null
}

export type ReservationHistoryAnswer = OnWire<ReservationHistory>

/** A record of a list, which leaves out what the service has not named yet. */
export type RememberedRecord = AnswerOf<typeof shownRecords>[number] & { remote_uuid: string }

export type CallbackAnswer = AnswerOf<typeof shownCallbacks>[number]

export type LoggedOperation = AnswerOf<typeof loggedOperations>[number]

/** What the service shows of an order, a refund or an operation in doubt. */
export type CreationSettlement = AnswerOf<typeof creationSettlement>
export type RefundSettlement = AnswerOf<typeof refundSettlement>
export type OperationSettlement = AnswerOf<typeof operationSettlement>

/** What the route of an operation that was carried out answers of it. */
export type PerformedOperation = AnswerOf<typeof shownOperation>

export type DescribedOperation = AnswerOf<typeof describeOperations>[number]

export type MedusaCustomer = Omit<OnWire<MedusaCustomerAnswer>, "subscriptions"> & {
  subscriptions: RememberedRecord[]
}

export type JobAnswer = OnWire<JobReport>

export type ConnectionTestAnswer = ConnectionTest & { address: string }

export type CallbackTestAnswer = {
  address: string
  loopback: boolean
  verdict: CallbackReach
  http_status: number | null
  detail: string | null
  duration_ms: number
}

/** As the route makes it; JSON carries its dates as text. */
export type Settings = {
  options: OptionInForce[]
  operations: ReturnType<typeof describeOperations>
  jobs: JobReport[]
}

export type SettingsAnswer = OnWire<Settings>

type OverviewFigures = Awaited<ReturnType<EInvoiceModuleService["overview"]["figures"]>>
type CaseList = Awaited<ReturnType<EInvoiceModuleService["cases"]["list"]>>

/** As the route makes it; JSON carries its dates as text. */
export type Overview = OverviewFigures & {
  /** Whether this server keeps calls from the service, since it fails. */
  is_service_down: boolean
  attention: {
    count: number
    /** How much is marked as handled, and is not counted. */
    handled_count: number
    items: (Omit<CaseList["items"][number], "cart_id" | "named_order_id"> &
      RowNames & {
        /** Who ended an order that is flagged as ended at the service; null for anything else. */
        warning: OrderWarning | null
        /** Names of Medusa's users. */
        taken_by_name: string | null
        handled_by_name: string | null
        /** Whether the reader is who takes care of it. */
        is_mine: boolean
      })[]
  }
  jobs: JobReport[]
}

export type OverviewAnswer = OnWire<Overview>

/** What is outstanding of a Medusa order; amounts in major units. */
export type OutstandingAnswer = {
  order_id: string
  currency_code: string
  pending: number
  billable: number
  open: { source: Outstanding["open"][number]["source"]; id: string; amount: number }[]
  not_billable: NonNullable<ReturnType<typeof whyNotBillable>> | null
  /** How much more than the order costs the customer was asked for, where a reservation took a part of that. */
  reserved_beyond: number
  /** How much of that is not captured: capturing less is enough, and refunding what was captured would be too much. */
  capturable_beyond: number
  /** How much more than the order costs staff marked as paid in Medusa, which no reservation took. */
  marked_beyond: number
  /** What cards paid for goods that went, which Medusa sets off against goods at another VAT rate: refunded first, the rest is billed right. */
  set_off_beyond: number
  /** What a card was charged beyond its reservation for nothing that the order holds. */
  charged_beyond: number
  /** What was given back of a reservation for neither goods that the order lacks nor a credit of it: goodwill, or goods that came back. */
  reserved_goodwill: number
  /** Whether its parcels are billed by themselves when they are shipped. */
  waits_for_parcels: boolean
}

/** `GET /admin/e-invoice/operations/:id`: what the service says, as the catalogue's entry reads it. */
export type ReadAnswer<Id extends OperationId> = {
  data: OnWire<DataOf<Id>>
  count: number
  limit: number
  can?: Can
}

/** `POST /admin/e-invoice/operations/:id` */
export type PerformedAnswer<Id extends OperationId> = {
  operation: PerformedOperation
  data: OnWire<DataOf<Id>>
}
