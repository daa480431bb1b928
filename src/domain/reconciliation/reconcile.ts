/** Something that money did: when, and how much of it. */
export type Movement = { readonly at: Date; readonly ore: bigint }

/**
 * What is compared of one e-invoice order. The service's side is what the journal recorded of it, Medusa's side its payment:
 * docs/decisions/what-counts-on-which-day.md says what counts as what.
 */
export type ReconcilableOrder = {
  readonly id: string
  readonly currencyCode: string
  readonly service: {
    readonly invoiced: readonly Movement[]
    readonly credited: readonly Movement[]
    readonly paid: readonly Movement[]
    readonly refunded: readonly Movement[]
    readonly fee: readonly Movement[]
  }
  readonly medusa: {
    readonly invoiced: readonly Movement[]
    readonly paid: readonly Movement[]
    readonly refunded: readonly Movement[]
  }
  /** Whether Medusa may have captured before the customer paid: the option `capturedStatuses`. */
  readonly mayBeCapturedUnpaid: boolean
}

/** In which sums the two sides of an order disagree. */
const DIFFERENCES = ["invoiced", "paid", "refunded"] as const

export type Difference = (typeof DIFFERENCES)[number]

/** Sums by what money did, in øre. */
export type Sums = {
  readonly service: Readonly<Record<keyof ReconcilableOrder["service"], bigint>>
  readonly medusa: Readonly<Record<keyof ReconcilableOrder["medusa"], bigint>>
}

/** What one order's money did on one day. */
export type DayOfOrder = Sums & {
  readonly orderId: string
  readonly currencyCode: string
  /** `2026-11-23` */
  readonly day: string
  /** Of the order as a whole, whatever the day: the sides may book the same money before and after midnight. */
  readonly differs: readonly Difference[]
}

/** Names the day of a moment, such as `2026-11-23`, in a time zone. */
export function dayIn(timeZone: string): (at: Date) => string {
  // Swedish dates are ISO 8601.
  const format = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" })
  return (at) => format.format(at)
}

/**
 * Splits what an order's money did by day. Days without a movement are left out, and so are days outside the period; whether the two
 * sides agree is judged by all that ever happened.
 *
 * @param from first day, and `to` last day of the period, as `dayOf` names them
 */
export function reconcile(
  order: ReconcilableOrder,
  { from, to, dayOf }: { from: string; to: string; dayOf: (at: Date) => string }
): DayOfOrder[] {
  const { service, medusa } = order
  const all = [...Object.values(service), ...Object.values(medusa)].flat()
  const days = [...new Set(all.map(({ at }) => dayOf(at)))].filter(
    (day) => day >= from && day <= to
  )
  const differs = differencesOf(order)
  return days.toSorted().map((day) => ({
    orderId: order.id,
    currencyCode: order.currencyCode,
    day,
    differs,
    ...sumsOf(order, ({ at }) => dayOf(at) === day),
  }))
}

/** In what the two sides of an order disagree. */
export function differencesOf(order: ReconcilableOrder): Difference[] {
  const { service, medusa } = sumsOf(order, () => true)
  const isAheadByOption = order.mayBeCapturedUnpaid && service.paid === 0n
  return DIFFERENCES.filter((kind) => {
    switch (kind) {
      case "invoiced":
        return service.invoiced - service.credited !== medusa.invoiced
      case "paid":
        return service.paid !== medusa.paid && !isAheadByOption
      case "refunded":
        return service.refunded !== medusa.refunded
    }
  })
}

/**
 * What the service names as refunded beyond our own credits and refunds, as far as the invoice asks for less by it: staff gave
 * a credit in the service's portal. What it refunded after the capture is none, so then it is what the payment is lower by.
 *
 * Amounts are øre.
 */
export function creditedBeside({
  total,
  named,
  credited,
  refunded,
  captured,
}: {
  total: bigint
  /** Refunded in total, as the service names it. */
  named: bigint
  /** By our own credits. */
  credited: bigint
  /** By our own refunds. */
  refunded: bigint
  /** Amount of a payment that Medusa captured. */
  captured: bigint | undefined
}): bigint {
  const beside = named - credited - refunded
  const lower = captured === undefined ? beside : total - credited - captured
  const ore = beside < lower ? beside : lower
  return ore > 0n ? ore : 0n
}

function sumsOf(order: ReconcilableOrder, counts: (movement: Movement) => boolean): Sums {
  const sum = (movements: readonly Movement[]) =>
    movements.filter(counts).reduce((total, { ore }) => total + ore, 0n)
  const { service, medusa } = order
  return {
    service: {
      invoiced: sum(service.invoiced),
      credited: sum(service.credited),
      paid: sum(service.paid),
      refunded: sum(service.refunded),
      fee: sum(service.fee),
    },
    medusa: {
      invoiced: sum(medusa.invoiced),
      paid: sum(medusa.paid),
      refunded: sum(medusa.refunded),
    },
  }
}

/** Adds up what was found, by currency and day. */
export class Totals {
  readonly #sums = new Map<string, DayTotals>()
  readonly #orders = new Set<string>()
  readonly #differing = new Set<string>()
  #rows = 0

  add(row: DayOfOrder): void {
    this.#rows += 1
    this.#orders.add(row.orderId)
    if (row.differs.length > 0) {
      this.#differing.add(row.orderId)
    }
    const key = `${row.day} ${row.currencyCode}`
    const known = this.#sums.get(key)
    this.#sums.set(key, {
      day: row.day,
      currencyCode: row.currencyCode,
      orders: (known?.orders ?? 0) + 1,
      differing: (known?.differing ?? 0) + (row.differs.length > 0 ? 1 : 0),
      service: added(known?.service, row.service),
      medusa: added(known?.medusa, row.medusa),
    })
  }

  /** Days of orders: an order counts for each of its days. */
  get rows(): number {
    return this.#rows
  }

  /** Orders, each once. */
  get orders(): number {
    return this.#orders.size
  }

  /** Orders whose sides disagree, each once. */
  get differing(): number {
    return this.#differing.size
  }

  /** By day and currency. */
  get days(): DayTotals[] {
    return [...this.#sums.entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, sums]) => sums)
  }
}

export type DayTotals = Sums & {
  readonly day: string
  readonly currencyCode: string
  /** Orders whose money did something on the day. */
  readonly orders: number
  readonly differing: number
}

const added = <Names extends string>(
  one: Readonly<Record<Names, bigint>> | undefined,
  other: Readonly<Record<Names, bigint>>
): Record<Names, bigint> =>
  Object.fromEntries(
    Object.entries<bigint>(other).map(([name, ore]) => [name, ore + (one?.[name as Names] ?? 0n)])
  ) as Record<Names, bigint>
