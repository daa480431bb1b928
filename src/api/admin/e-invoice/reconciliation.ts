import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareFunction,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

import { lazily } from "../../../connect/lazily"
import {
  creditedBeside,
  type DayOfOrder,
  type DayTotals,
  dayIn,
  type Movement,
  type ReconcilableOrder,
  reconcile,
  type Sums,
  Totals,
} from "../../../domain/reconciliation/reconcile"
import {
  isCancelledPayment,
  orderCounting,
  placedOrderFields,
  placedOrdersSchema,
} from "../../../domain/medusa-orders"
import { oreNumber, toOre } from "../../../mapping"
import { HELD_PAYMENT } from "../../../modules/e-invoice/orders/holds"
import {
  isEndedWithoutPayment,
  hasInvoice,
  type LastingStatus,
} from "../../../modules/e-invoice/orders/order-status"
import type { Between, JournalledMoney } from "../../../modules/e-invoice/reconciliation"
import type EInvoiceModuleService from "../../../modules/e-invoice/service"
import { policyFor } from "../../../policies/e-invoice"
import { eInvoiceModule } from "../../../workflows/e-invoice-module"
import { type CsvColumns, isTimeZone, money } from "./csv"
import { namesOf, type Reader, type RowNames } from "./customer-names"
import { hideQuery, namingField } from "./lists"
import { day } from "./requests"

/** The policies of the reconciliation. */
export const reconciliationMiddlewares = (): MiddlewareRoute[] => [
  {
    matcher: "/admin/e-invoice/reconciliation",
    methods: ["GET"],
    middlewares: [withoutQueryInLog],
    policies: policyFor.reading,
  },
]

const withoutQueryInLog: MiddlewareFunction = (
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): void => {
  hideQuery(req)
  next()
}

/** Days that are reconciled at once. */
const MOST_DAYS = 366

const DAY = 24 * 60 * 60_000

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY

/** Query of `GET /admin/e-invoice/reconciliation`: the first and the last day, as they are in the time zone. */
export const reconciliationQuery = lazily(() =>
  z
    .strictObject({
      from: day,
      to: day,
      time_zone: z
        .string()
        .refine(isTimeZone, namingField("must be the name of a time zone, such as Europe/Oslo"))
        .default("UTC"),
      format: z.enum(["json", "csv"], namingField("must be json or csv")).default("json"),
    })
    .refine(({ from, to }) => from <= to, { path: ["to"], message: "to: must not be before from" })
    .refine(({ from, to }) => daysBetween(from, to) < MOST_DAYS, {
      path: ["to"],
      message: `to: at most ${MOST_DAYS} days are reconciled at once`,
    })
)

type ReconciledPeriod = Pick<
  z.output<ReturnType<typeof reconciliationQuery>>,
  "from" | "to" | "time_zone"
>

/** What one order's money did on one day, with what names it. */
type Reconciled = DayOfOrder & { readonly names: RowNames; readonly of: Named }

type Named = Pick<JournalledMoney, "order_id" | "cart_id" | "reference_no" | "invoice_number"> & {
  /** Null of a payment that the journal knows nothing of. */
  readonly id: string | null
  readonly payment_id: string | null
}

/** Rows that the page shows: those that differ first. */
const MOST_ROWS = 200

/** The reconciliation of a period: sums by day, and the orders, those first whose sides differ. Amounts are major units. */
export async function reconciliationAnswer(reader: Reader, period: ReconciledPeriod) {
  const totals = new Totals()
  let differing: Reconciled[] = []
  let agreeing: Reconciled[] = []
  for await (const rows of reconciledInBatches(reader, period)) {
    for (const row of rows) {
      totals.add(row)
    }
    const differ = ({ differs }: Reconciled) => differs.length > 0
    differing = newest([...differing, ...rows.filter(differ)])
    agreeing = newest([...agreeing, ...rows.filter((row) => !differ(row))])
  }
  const shown = [...differing, ...agreeing].slice(0, MOST_ROWS)
  return {
    ...period,
    /** Of rows, of which at most the first are shown. */
    count: totals.rows,
    /** Orders, and those of them that differ: each once, on however many days its money did something. */
    orders: totals.orders,
    differing: totals.differing,
    days: totals.days.map(shownTotals),
    rows: shown.map(shownRow),
  }
}

const newest = (rows: readonly Reconciled[]) =>
  rows
    .toSorted((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0))
    .slice(0, MOST_ROWS)

const shownTotals = ({ day, currencyCode, orders, differing, ...sums }: DayTotals) => ({
  day,
  currency_code: currencyCode,
  orders,
  differing,
  ...shownSums(sums),
})

const shownRow = ({ day, currencyCode, differs, names, of, ...sums }: Reconciled) => ({
  day,
  currency_code: currencyCode,
  differs,
  e_invoice_order: of.id,
  order_id: of.order_id,
  payment_id: of.payment_id,
  reference_no: of.reference_no,
  invoice_number: of.invoice_number,
  ...names,
  ...shownSums(sums),
})

const shownSums = ({ service, medusa }: Sums) => ({
  service: {
    invoiced: oreNumber(service.invoiced),
    credited: oreNumber(service.credited),
    paid: oreNumber(service.paid),
    refunded: oreNumber(service.refunded),
    fee: oreNumber(service.fee),
  },
  medusa: {
    invoiced: oreNumber(medusa.invoiced),
    paid: oreNumber(medusa.paid),
    refunded: oreNumber(medusa.refunded),
  },
})

type ShownRow = ReturnType<typeof shownRow>

/** The reconciliation in a file: a row for each order and day. */
export const reconciliationAsCsv: CsvColumns<ShownRow> = {
  day: (row) => row.day,
  order_number: (row) => row.order_number,
  reference_no: (row) => row.reference_no,
  invoice_number: (row) => row.invoice_number,
  customer_name: (row) => row.customer?.name,
  customer_email: (row) => row.customer?.email,
  currency_code: (row) => row.currency_code.toUpperCase(),
  invoiced: (row) => money(row.service.invoiced),
  credited: (row) => money(row.service.credited),
  paid: (row) => money(row.service.paid),
  refunded: (row) => money(row.service.refunded),
  fee: (row) => money(row.service.fee),
  medusa_payment: (row) => money(row.medusa.invoiced),
  medusa_captured: (row) => money(row.medusa.paid),
  medusa_refunded: (row) => money(row.medusa.refunded),
  differs: (row) => row.differs.join(" "),
}

/** The file's rows, while they are read. */
export async function* reconciliationRows(
  reader: Reader,
  period: ReconciledPeriod
): AsyncGenerator<ShownRow[]> {
  for await (const rows of reconciledInBatches(reader, period)) {
    yield rows.map(shownRow)
  }
}

/** Orders that are compared together. */
const BATCH = 500

/** Compares every order whose money did something in the period, on either side. */
async function* reconciledInBatches(
  reader: Reader,
  period: ReconciledPeriod
): AsyncGenerator<Reconciled[]> {
  const { scope } = reader
  const eInvoice = eInvoiceModule(scope)
  const days = { ...period, dayOf: dayIn(period.time_zone) }
  const between = aroundDays(period)
  const moved = await paymentsMoved(scope, between)
  const ids = await eInvoice.reconciliation.ordersMoved(between, moved)
  for (let index = 0; index < ids.length; index += BATCH) {
    const rows = await eInvoice.reconciliation.moneyOf(ids.slice(index, index + BATCH))
    const payments = await readPayments(
      scope,
      rows.flatMap(({ payment_id }) => payment_id ?? [])
    )
    const nameOf = await namesOf(reader, rows)
    yield rows.flatMap((row) =>
      reconcile(comparable(row, payments.get(row.payment_id ?? ""), eInvoice.options), days).map(
        (found) => ({ ...found, of: row, names: nameOf(row) })
      )
    )
  }
  const strange = await eInvoice.reconciliation.withoutOrder(moved)
  for (let index = 0; index < strange.length; index += BATCH) {
    const payments = await readPayments(scope, strange.slice(index, index + BATCH))
    const rows = [...payments.values()]
      .filter((payment) => !isHoldingAlone(payment))
      .map((payment) => ({ payment, of: namedByPayment(payment) }))
    const nameOf = await namesOf(
      reader,
      rows.map(({ of }) => of)
    )
    yield rows.flatMap(({ payment, of }) =>
      reconcile(
        {
          id: payment.id,
          currencyCode: payment.currency_code,
          service: NOTHING,
          medusa: moneyInMedusa(payment),
          mayBeCapturedUnpaid: false,
        },
        days
      ).map((found) => ({ ...found, of, names: nameOf(of) }))
    )
  }
}

/** Moments between which all of the days lie, wherever the time zone is: what is outside is left out by its day. */
const aroundDays = ({ from, to }: Pick<ReconciledPeriod, "from" | "to">): Between => ({
  from: new Date(Date.parse(from) - DAY),
  to: new Date(Date.parse(to) + 2 * DAY),
})

const NOTHING = { invoiced: [], credited: [], paid: [], refunded: [], fee: [] }

/** What is compared of an order of the journal. */
function comparable(
  row: JournalledMoney,
  payment: PaymentInMedusa | undefined,
  { invoiceFee, capturedStatuses }: EInvoiceModuleService["options"]
): ReconcilableOrder {
  const status = row.remote_status as LastingStatus | null
  const isEnded = isEndedWithoutPayment(status ?? undefined)
  const total = toOre(row.grand_total)
  const refundsOf = (purpose: "refund" | "credit") =>
    row.refunds
      .filter((refund) => refund.purpose === purpose)
      .map(({ at, amount }) => ({ at: new Date(at), ore: toOre(amount) }))
  const [credits, refunds] = [refundsOf("credit"), refundsOf("refund")]
  const beside = {
    // The service names no moment: Medusa made the payment over what was left.
    at: payment?.created_at ?? row.created_at,
    ore: creditedBeside({
      total,
      named: toOre(row.refunded_total),
      credited: sumOf(credits),
      refunded: sumOf(refunds),
      captured: payment && payment.captures.length > 0 ? payment.raw_amount : undefined,
    }),
  }
  const fee = invoiceFee.applicable ? (invoiceFee.amount ?? 0) : 0
  return {
    id: row.id,
    currencyCode: row.currency_code,
    service: {
      invoiced: isEnded ? [] : [{ at: row.created_at, ore: total }],
      credited: isEnded ? [] : [...credits, ...(beside.ore > 0n ? [beside] : [])],
      paid: row.paid_at
        ? [{ at: row.paid_at, ore: total - toOre(row.credited_total) - beside.ore }]
        : [],
      refunded: refunds,
      fee: hasInvoice(status) && fee > 0 ? [{ at: row.created_at, ore: toOre(fee) }] : [],
    },
    medusa: payment ? moneyInMedusa(payment, isEnded) : { invoiced: [], paid: [], refunded: [] },
    mayBeCapturedUnpaid: capturedStatuses.includes("INVOICED"),
  }
}

const sumOf = (movements: readonly Movement[]): bigint =>
  movements.reduce((sum, { ore }) => sum + ore, 0n)

const exact = z
  .object({ value: z.union([z.string(), z.number()]) })
  .transform(({ value }) => toOre(MathBN.convert(value)))

const movements = z
  .array(z.object({ created_at: z.coerce.date(), raw_amount: exact }).nullable())
  .nullish()
  .transform((rows): Movement[] =>
    (rows ?? []).flatMap((row) => (row ? [{ at: row.created_at, ore: row.raw_amount }] : []))
  )

const paymentRow = z.object({
  id: z.string(),
  currency_code: z.string(),
  created_at: z.coerce.date(),
  canceled_at: z.unknown(),
  captured_at: z.unknown(),
  data: z.object({ status: z.unknown() }).nullish(),
  raw_amount: exact,
  captures: movements,
  refunds: movements,
  payment_collection: z.object({ order: placedOrdersSchema }).nullish(),
})

type PaymentInMedusa = z.output<typeof paymentRow>

/** Whether a payment holds an order until it is shipped: its parcels are billed by payments of their own. */
const isHoldingAlone = ({ data, captures }: PaymentInMedusa): boolean =>
  data?.status === HELD_PAYMENT && captures.length === 0

/**
 * A cancelled payment asks for no money, nor does one that was given back because its invoice ended unpaid: only what it took or gave
 * back counts.
 */
const moneyInMedusa = (payment: PaymentInMedusa, isEnded = false) => ({
  invoiced:
    isCancelledPayment(payment) || (isEnded && sumOf(payment.refunds) >= payment.raw_amount)
      ? []
      : [{ at: payment.created_at, ore: payment.raw_amount }],
  paid: payment.captures,
  refunded: payment.refunds,
})

const namedByPayment = ({ id, payment_collection }: PaymentInMedusa): Named => ({
  id: null,
  payment_id: id,
  order_id: orderCounting(payment_collection?.order ?? [])?.id ?? null,
  cart_id: null,
  reference_no: null,
  invoice_number: null,
})

const PAYMENT_FIELDS = [
  "id",
  "currency_code",
  "created_at",
  "canceled_at",
  "captured_at",
  "data",
  "raw_amount",
  "captures.created_at",
  "captures.raw_amount",
  "refunds.created_at",
  "refunds.raw_amount",
]

async function readPayments(
  container: MedusaContainer,
  id: readonly string[]
): Promise<ReadonlyMap<string, PaymentInMedusa>> {
  if (id.length === 0) {
    return new Map()
  }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: [
      ...PAYMENT_FIELDS,
      ...placedOrderFields.map((field) => `payment_collection.order.${field}`),
    ],
    filters: { id: [...id] },
  })
  return new Map(
    z
      .array(paymentRow)
      .parse(data)
      .map((payment) => [payment.id, payment])
  )
}

/** Ids of the plugin's payments in Medusa with which something happened in a period. */
async function paymentsMoved(container: MedusaContainer, { from, to }: Between): Promise<string[]> {
  const during = { created_at: { $gte: from, $lt: to } }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment",
    fields: ["id"],
    filters: {
      provider_id: { $like: "pp_e-invoice%" },
      $or: [during, { captures: during }, { refunds: during }],
    } as object,
  })
  return [...new Set(data.map(({ id }) => id))]
}
