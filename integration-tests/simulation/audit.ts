import { toOre } from "../../src/mapping"
import type { Attention } from "../../src/modules/e-invoice/orders/flags"
import type { OrderView } from "../../src/sandbox/service/order-view"
import { heldOf, takenOf } from "./cards"
import { type Driver, isOfRow, PERSONAL_NUMBERS, type StoredRow } from "./driver"
import { owedOf, ratesOf } from "./medusa/prices"
import type { Cart } from "./medusa/records"

/** What must hold of every history once all is quiet. */
export type Invariant =
  | "billed-once"
  | "billed-if-ordered"
  | "ordered-if-billed"
  | "money-in-and-out"
  | "invoice-follows-order"
  | "nothing-open-unseen"
  | "one-effect-per-key"
  | "no-personal-number"
  | "callbacks-processed"
  | "service-balanced"

export type Violation = { invariant: Invariant; what: string }

const GONE = ["CANCELLED", "EXPIRED", "REFUNDED", "CREDITED"]

const isLive = ({ status }: OrderView) => !GONE.includes(status)

type Books = {
  rows: StoredRow[]
  refunds: Awaited<ReturnType<Driver["refundRows"]>>
  invoices: OrderView[]
  /** Operations that wait for staff, who see them on the overview. */
  openOperations: OpenOperation[]
  /** Medusa orders that staff are called to by a reservation. */
  calledByReservation: Set<string | null>
}

type OpenOperation = Record<"order_id" | "e_invoice_order_id" | "subject_uuid", string | null>

/** Whether an operation on a purchase waits for staff. */
const isOperationOpen = (driver: Driver, { openOperations }: Books, cart: Cart, own: StoredRow[]) =>
  openOperations.some(
    ({ order_id, e_invoice_order_id, subject_uuid }) =>
      driver.medusa.records.ordersOf(cart.id).some(({ id }) => id === order_id) ||
      own.some(({ id }) => id === e_invoice_order_id) ||
      driver.reservationsOf(cart).some(({ uuid }) => uuid === subject_uuid)
  )

/** Compares what the service holds, what Medusa holds and what the plugin remembers. */
export async function audit(driver: Driver): Promise<Violation[]> {
  const books: Books = {
    rows: await driver.rows(),
    refunds: await driver.refundRows(),
    invoices: driver.service.orders(),
    openOperations: await driver.database
      .connection("einvoice_operation")
      .whereIn("state", ["in_doubt", "sending"])
      .select("order_id", "e_invoice_order_id", "subject_uuid"),
    calledByReservation: new Set(
      await driver.database
        .connection("einvoice_record")
        .where((either) => {
          void either.where({ attention: "reservation_overcharged" }).orWhere((cancelled) => {
            void cancelled.whereNotNull("order_cancelled_at").where({ is_over: false })
          })
        })
        .pluck("order_id")
    ),
  }
  return [
    ...driver.carts.flatMap((cart) => ofPurchase(driver, books, cart)),
    ...ofCards(driver, books),
    ...ofRows(driver, books),
    ...(await ofCallbacks(driver, books)),
    ...ofKeys(driver),
    ...(await ofPersonalNumbers(driver)),
  ]
}

/** Purchases with several live invoices, flagged or not: what no flag makes good. */
export async function billedTwice(driver: Driver): Promise<string[]> {
  const rows = await driver.rows()
  const invoices = driver.service.orders()
  return driver.carts
    .filter((cart) => {
      const live = invoicesOf(driver.ofCart(rows, cart.id), invoices).filter(isLive)
      return asksTooMuch(live, priceOf(driver, cart))
    })
    .map(({ id }) => id)
}

const invoicesOf = (own: StoredRow[], invoices: OrderView[]): OrderView[] =>
  invoices.filter(
    ({ callbackUrl }) => callbackUrl !== null && own.some((row) => isOfRow(row, callbackUrl))
  )

/** Several invoices are right only as far as together they ask for no more than the price, as after a refund. */
const asksTooMuch = (live: OrderView[], price: bigint): boolean =>
  live.length > 1 && askedFor(live) > price

const askedFor = (live: OrderView[]): bigint =>
  sumOre(live.map(({ grandTotal, refunded, credited }) => grandTotal - refunded - credited))

const priceOf = ({ medusa }: Driver, cart: Cart): bigint => sumOre([medusa.orders.priceOf(cart)])

/** Without the one that says an amount is outstanding: it explains no difference. */
const flagsOf = ({ attention }: StoredRow) =>
  (attention?.split(" ") ?? []).filter((flag) => flag !== "change_unbilled")

/** Staff see it: a flag, or a creation that only they can settle. */
const isSeen = (row: StoredRow) => flagsOf(row).length > 0 || row.state === "in_doubt"

function ofPurchase(driver: Driver, books: Books, cart: Cart): Violation[] {
  const { rows, refunds, invoices } = books
  const { medusa, service } = driver
  const own = driver.ofCart(rows, cart.id)
  const billed = invoicesOf(own, invoices)
  const price = priceOf(driver, cart)
  const live = billed.filter(isLive)
  const isTold = (of: keyof typeof TOLD_BY) => own.some((row) => tells(row, of))
  const orders = medusa.records.ordersOf(cart.id)
  const standing = orders.filter(({ status }) => status === "pending")
  const payments = medusa.records.paymentsOfCart(cart.id)
  const others = payments.filter(({ providerId, canceledAt }) => providerId !== OURS && !canceledAt)
  const isReserved = driver.reservationsOf(cart).some((one) => takenOf(one) + heldOf(one) > 0)
  const isPaidOtherwise =
    others.length > 0 || isReserved || isOperationOpen(driver, books, cart, own)
  const isBill = own.some(({ payment_collection_id: of }) => medusa.records.isBilled(of))
  // What staff mark as paid while a bill of theirs is in doubt is told in the log only; for what else they mark, they answer.
  const isMarked = driver.history.steps.some(({ does }) => does === "mark-as-paid")
  const otherwise = sumOre(
    others
      .filter(({ capturedAt }) => !((isBill || isMarked) && capturedAt))
      .map(({ id, amount }) => amount - medusa.records.refundedOf(id))
  )
  const violations: Violation[] = []
  const violate = (invariant: Invariant, what: string) => violations.push({ invariant, what })

  if (asksTooMuch(live, price) && !isTold("one-too-many")) {
    violate("billed-once", `${live.length} live invoices and no flag: ${live.map(told).join(", ")}`)
  }
  // What becomes of another provider's order is not the plugin's to say; neither is one of which nothing of ours is left.
  const isOurs =
    own.length > 0 ||
    medusa.records.sessionsOf(cart.collectionId).some(({ providerId }) => providerId === OURS)
  for (const { id } of standing.filter((order) => isOurs && order.providerId === OURS)) {
    if (live.length === 0 && !isEnded(billed) && !isPaidOtherwise && !isTold("unbilled")) {
      violate("billed-if-ordered", `${id} stands, unbilled and not flagged`)
    }
  }
  for (const invoice of live) {
    if (standing.length === 0 && !isTold("for-no-order")) {
      violate("ordered-if-billed", `${told(invoice)} is for no order that stands, and not flagged`)
    }
    const isTooMuch = otherwise > 0n && otherwise + askedFor(live) > price
    if (isTooMuch && standing.length > 0 && !isTold("too-much")) {
      violate("billed-once", `${told(invoice)} is billed beside another payment, and not flagged`)
    }
  }

  const received = sumOre(billed.map((one) => one.received))
  // The service may carry a credit out later, and carries out none of an invoice that was cancelled meanwhile.
  const endedUnpaid = ({ remote_order_uuid: uuid }: StoredRow) =>
    billed.some((one) => one.uuid === uuid && ["CANCELLED", "EXPIRED"].includes(one.status))
  // What was credited since the order had changed is not in Medusa's books: its payment is over what is left.
  const followed = sumOre(
    refunds
      .filter(
        ({ state, purpose, e_invoice_order_id: of }) =>
          state === "succeeded" &&
          purpose === "credit" &&
          own.some((row) => row.id === of && !endedUnpaid(row))
      )
      .map(({ amount }) => Number(amount))
  )
  const back = sumOre(billed.map((one) => one.refunded + one.credited)) - followed
  const paidBackUnbooked = followed > creditedOf(billed) ? followed - creditedOf(billed) : 0n
  const ours = payments.filter(({ providerId }) => providerId === OURS)
  // A killed process may leave a capture on a payment that was never captured, and was cancelled since.
  const lasting = ours.filter(({ canceledAt, capturedAt }) => !canceledAt || capturedAt)
  const captured = sumOre(lasting.map(({ id }) => medusa.records.capturedOf(id)))
  const refunded = sumOre(ours.map(({ id }) => medusa.records.refundedOf(id)))
  const isRefundOpen = refunds.some(
    ({ state, e_invoice_order_id: of }) => state === "in_doubt" && own.some(({ id }) => id === of)
  )
  if (received > 0n && received - paidBackUnbooked !== captured && !isTold("not-captured")) {
    // What was paid and given back altogether need not pass through Medusa.
    violate("money-in-and-out", `${received} øre received, ${captured} captured, and not flagged`)
  }
  // The status of a credited invoice does not say whether it was paid: staff are believed, and so is a callback with its token.
  const isCredited =
    followed > 0n ||
    refunds.some(
      ({ state, purpose, e_invoice_order_id: of }) =>
        state === "in_doubt" && purpose === "credit" && own.some(({ id }) => id === of)
    )
  const isOnTheirWord =
    isCredited &&
    driver.history.steps.some(
      (step) => step.does === "capture" || (step.does === "callback" && step.how === "forge")
    )
  if (captured > received + creditedOf(billed) && !isOnTheirWord && !isTold("not-received")) {
    violate("money-in-and-out", `${captured} øre captured, ${received} received, and not flagged`)
  }
  // Beside a refund or credit of ours, a part that the operator gives back does not show where no answer names a sum.
  const isHidden =
    !driver.history.namesRefunds &&
    refunded + followed > 0n &&
    // It may have taken what the service had accepted and was to carry out later.
    (back > refunded || driver.history.delayedRefunds) &&
    billed.some(({ uuid }) => service.gaveBack.has(uuid))
  if (back !== refunded && !isRefundOpen && !isTold("given-back") && !isHidden) {
    violate(
      "money-in-and-out",
      `${back} øre given back, ${refunded} refunded in Medusa, and not flagged`
    )
  }
  const changed = standing.find(({ changedAt }) => changedAt)
  if (changed && medusa.counted.isForgetting(changed)) {
    violate("money-in-and-out", "Medusa's summary does not count all that was paid and refunded")
  }
  if (changed && !isRefundOpen && !isTold("follows-not") && !isHidden) {
    const stands = sumOre(lasting.map(({ amount }) => amount))
    if (live.length > 0 && askedFor(live) !== stands - refunded) {
      violate(
        "invoice-follows-order",
        `${askedFor(live)} øre asked for, ${stands - refunded} paid or to pay, and not flagged`
      )
    }
    const authorised = sumOre(
      ours
        .filter(({ canceledAt, capturedAt }) => !canceledAt && !capturedAt)
        .map(({ amount }) => amount)
    )
    // An amount that staff refund is spread over all lines.
    const isEven =
      live.length > 0 &&
      others.length === 0 &&
      refunded === 0n &&
      !billed.some(({ uuid }) => service.gaveBack.has(uuid)) &&
      sumOre([medusa.counted.pendingOf(changed)]) === authorised
    for (const [rate, amount] of Object.entries(ratesOf(changed))) {
      const asked = sumOre(
        live
          .flatMap(({ lines }) => lines)
          .filter(({ tax }) => tax === Number(rate))
          .map((line) => line.amount - line.refunded)
      )
      if (isEven && asked !== sumOre([amount])) {
        violate(
          "invoice-follows-order",
          `${asked} øre asked for at ${rate} %, the order has ${sumOre([amount])}, and not flagged`
        )
      }
    }
  }
  return violations
}

/**
 * What cards took, and may take, beside what invoices ask for: never more than the order ever cost, and staff are called while they took
 * more than it costs now.
 */
function ofCards(driver: Driver, books: Books): Violation[] {
  const { medusa } = driver
  const { rows, invoices, calledByReservation } = books
  return driver.carts.flatMap((cart): Violation[] => {
    const reservations = driver.reservationsOf(cart)
    const own = driver.ofCart(rows, cart.id)
    if (
      reservations.length === 0 ||
      own.some((row) => tells(row, "too-much")) ||
      isOperationOpen(driver, books, cart, own)
    ) {
      return []
    }
    const orders = medusa.records.ordersOf(cart.id)
    const most = orders.reduce((sum, order) => sum + Math.max(order.most ?? 0, owedOf(order)), 0)
    const cards = reservations.reduce((sum, one) => sum + takenOf(one) + heldOf(one), 0)
    const live = invoicesOf(own, invoices).filter(isLive)
    const asked = BigInt(cards) + askedFor(live)
    const beside = live.map(told).join(", ")
    if (asked > sumOre([most])) {
      return [
        {
          invariant: "billed-once",
          what: `${cards} øre taken or held of cards, ${beside} beside, of ${most}`,
        },
      ]
    }
    const taken = reservations.reduce((sum, one) => sum + takenOf(one), 0)
    const standing = orders.filter(({ status }) => status === "pending")
    const price = sumOre(standing.map((order) => Number(owedOf(order))))
    const isCalled = orders.some(({ id }) => calledByReservation.has(id))
    return taken > 0 && BigInt(taken) + askedFor(live) > price && !isCalled
      ? [
          {
            invariant: "money-in-and-out",
            what: `${taken} øre taken of cards, ${beside} beside, of ${price}, and not flagged`,
          },
        ]
      : []
  })
}

const creditedOf = (billed: OrderView[]) => sumOre(billed.map(({ credited }) => credited))

const OURS = "pp_e-invoice_private"

/** Flags that tell staff of an invoice too many. */
const ONE_TOO_MANY = [
  "second_order",
  "order_missing",
  "cancel_failed",
  "paid_after_cancel",
  "paid_uncapturable",
  "invoiced_after_cancel",
  // What the customer is asked for too much, or gets back, stands with the order.
  "change_not_followed",
  "refund_in_doubt",
  "return_unrefunded",
] as const satisfies readonly Attention[]

/** Which flags tell staff of which difference; another flag of the order explains nothing. */
const TOLD_BY = {
  unbilled: [
    "placed_unbilled",
    "cancelled_at_service",
    "cancelled_after_capture",
    "shipped_unbilled",
  ],
  "for-no-order": [
    "order_missing",
    "cancel_failed",
    "paid_after_cancel",
    "paid_uncapturable",
    "invoiced_after_cancel",
    "refund_failed",
    // Whether it is paid is judged once the credit is settled.
    "refund_in_doubt",
    "second_order",
  ],
  "one-too-many": ONE_TOO_MANY,
  "too-much": ["overbilled", ...ONE_TOO_MANY],
  "not-captured": [
    "paid_after_cancel",
    "paid_uncapturable",
    "order_missing",
    "payment_missing",
    "second_order",
    // The customer paid what was to be credited.
    "change_not_followed",
    "refund_in_doubt",
    "refund_failed",
    // The status of an invoice refunded in part does not say whether it was paid.
    "refunded_at_service",
  ],
  "not-received": ["cancelled_after_capture"],
  "refund-open": ["refund_in_doubt"],
  "given-back": [
    "refunded_at_service",
    "refund_in_doubt",
    "refund_failed",
    "change_not_followed",
    "payment_missing",
    "order_missing",
  ],
  "follows-not": [
    "change_not_followed",
    "return_unrefunded",
    "overbilled",
    "refunded_at_service",
    "refund_in_doubt",
    "second_order",
    "paid_uncapturable",
    "order_missing",
    "payment_missing",
  ],
} as const satisfies Record<string, readonly Attention[]>

/** A creation in doubt waits for staff, whatever it may come to. */
const tells = (row: StoredRow, of: keyof typeof TOLD_BY): boolean =>
  row.state === "in_doubt" ||
  flagsOf(row).some((flag) => TOLD_BY[of].some((telling) => telling === flag))

/** An order that was billed and given back in full needs no further invoice. */
const isEnded = (billed: OrderView[]) =>
  billed.some(({ status }) => status === "REFUNDED" || status === "CREDITED")

const told = ({ uuid, status }: OrderView) => `${uuid} (${status})`

const sumOre = (amounts: number[]): bigint =>
  amounts.reduce((sum, amount) => sum + toOre(amount.toFixed(2)), 0n)

function ofRows(driver: Driver, { rows, refunds, invoices }: Books): Violation[] {
  const { medusa } = driver
  const orderOf = ({ order_id: of, payment_collection_id: collection }: StoredRow) =>
    of ?? medusa.records.links.find(({ collectionId }) => collectionId === collection)?.orderId
  const isReserved = (orderId: string) =>
    driver.carts.some(
      (cart) =>
        medusa.records.ordersOf(cart.id).some(({ id }) => id === orderId) &&
        driver.reservationsOf(cart).length > 0
    )
  // Of a row that was never sent nothing is open once its Medusa order was cancelled, taken back, or billed otherwise.
  const isOver = (row: StoredRow) => {
    const of = orderOf(row)
    return (
      row.state === "prepared" &&
      of !== undefined &&
      (!medusa.records.orders.some(({ id, canceledAt }) => id === of && !canceledAt) ||
        rows.some((other) => other.state === "succeeded" && orderOf(other) === of) ||
        medusa.records.paymentsOfOrder(of).some(({ capturedAt }) => capturedAt) ||
        isReserved(of))
    )
  }
  return [
    ...rows
      .filter((row) => ["prepared", "sending"].includes(row.state) && !isOver(row))
      .filter((row) => !tells(row, "unbilled"))
      .map(({ id, state }): Violation => ({
        invariant: "nothing-open-unseen",
        what: `${id} is ${state} for ever, and not flagged`,
      })),
    ...refunds
      .filter(({ state }) => state === "sending" || state === "in_doubt")
      .filter((refund) => {
        const row = rows.find(({ id }) => id === refund.e_invoice_order_id)
        return refund.state === "sending" || !row || !tells(row, "refund-open")
      })
      .map(({ id, state }): Violation => ({
        invariant: "nothing-open-unseen",
        what: `refund ${id} is ${state} for ever, and not flagged`,
      })),
    ...rows
      .filter(({ state }) => state === "succeeded")
      .flatMap((row): Violation[] => {
        const invoice = invoices.find(({ uuid }) => uuid === row.remote_order_uuid)
        return invoice &&
          invoice.status !== row.remote_status &&
          !PASSING.includes(row.remote_status ?? "") &&
          flagsOf(row).length === 0
          ? [
              {
                invariant: "nothing-open-unseen",
                what: `${row.id} is ${row.remote_status} here and ${invoice.status} at the service`,
              },
            ]
          : []
      }),
  ]
}

/** What the service may say after it and takes back again. */
const PASSING = ["PARTIAL REFUNDED", "CREDITED", "REFUNDED"]

async function ofCallbacks(driver: Driver, { rows }: Books): Promise<Violation[]> {
  const open: { id: string; e_invoice_order_id: string; state: string; outcome: string | null }[] =
    await driver.database.connection("einvoice_callback").whereNotIn("state", ["processed"])
  const isTold = (id: string) => rows.some((row) => row.id === id && isSeen(row))
  return open
    .filter(({ e_invoice_order_id: of }) => !isTold(of))
    .map(({ id, state, outcome }) => ({
      invariant: "callbacks-processed",
      what: `callback ${id} is ${state} for ever: ${outcome}`,
    }))
}

/** Acts that share a key, by how often the service moved money for it. */
function ofKeys({ service }: Driver): Violation[] {
  const effects = new Map<string, number>()
  for (const { by, label, executed } of service.calls) {
    const key = /key (\S+)/.exec(by)?.[1]
    if (key !== undefined && executed && label.includes(movedBy(key))) {
      effects.set(key, (effects.get(key) ?? 0) + 1)
    }
  }
  return [...effects]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => ({
      invariant: "one-effect-per-key",
      what: `the key ${key} moved money ${count} times`,
    }))
}

/** The call that moves money for a key: what follows of a card's may be a credit of an invoice. */
const movedBy = (key: string): string =>
  key.startsWith("reserve-")
    ? "/reservations/submit"
    : key.startsWith("capture-card-")
      ? "/reservations/capture"
      : key.startsWith("refund-card-")
        ? "/reservations/refund"
        : "/orders/refund"

async function ofPersonalNumbers({ database, medusa }: Driver): Promise<Violation[]> {
  const places: [string, unknown][] = [
    ...(await Promise.all(
      database.tables.map(async (table): Promise<[string, unknown]> => [
        table,
        await database.connection(table).select("*"),
      ])
    )),
    ["Medusa", [medusa.records.sessions, medusa.records.payments, medusa.records.orders]],
  ]
  const kept = await database
    .connection("einvoice_shopper_data")
    .count<{ count: string }[]>("* as count")
  return [
    ...places.flatMap(([place, content]) => {
      const text = JSON.stringify(content)
      return PERSONAL_NUMBERS.some((number) => text.includes(number))
        ? [
            {
              invariant: "no-personal-number" as const,
              what: `a personal number is left in ${place}`,
            },
          ]
        : []
    }),
    ...(Number(kept[0]?.count) > 0
      ? [
          {
            invariant: "no-personal-number" as const,
            what: `${kept[0]?.count} shoppers' data are kept for ever`,
          },
        ]
      : []),
  ]
}
