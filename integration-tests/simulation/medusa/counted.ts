import type { Crossings } from "./crossings"
import { owedOf } from "./prices"
import { type Amount, type Movement, type Order, type Payment, type Records, sum } from "./records"

/** What Medusa's order counts of its payments, and what its summary says is left. */
export class Counted {
  constructor(
    private readonly crossings: Crossings,
    private readonly records: Records
  ) {}

  /** Medusa's order counts a capture by a step of its own, after the payment's: it reads the order's version, and then writes. */
  async countCaptures({ id, collectionId }: Payment): Promise<void> {
    const version = await this.crossings.read("version", () => this.versionOf(collectionId))
    await this.crossings.write("count capture", () => {
      for (const capture of this.records.captures.filter(({ paymentId }) => paymentId === id)) {
        this.count(capture, version)
      }
    })
  }

  count(movement: Movement, version: number): void {
    const { collectionId } = this.records.get(this.records.payments, movement.paymentId)
    movement.countedOn = version
    movement.isForgotten = version !== this.versionOf(collectionId)
  }

  versionOf = (collectionId: string): number => {
    const link = this.records.links.find(({ collectionId: of }) => of === collectionId)
    return this.records.orders.find(({ id }) => id === link?.orderId)?.version ?? 2
  }

  /** What an order's customer has still to pay, or gets back, as its summary says. */
  pendingOf(order: Order): Amount {
    return Math.round((owedOf(order) - this.countedOf(order)) * 100) / 100
  }

  /** Whether its summary lacks what it counts. */
  isForgetting = ({ id }: Order): boolean =>
    this.records
      .paymentsOfOrder(id)
      .some(({ id: of }) =>
        [...this.records.captures, ...this.records.refunds].some(
          (one) => one.paymentId === of && one.isForgotten
        )
      )

  countedOf(order: Order): Amount {
    const isInSummary = (one: Movement) => isCounted(one) && one.isForgotten !== true
    const counted = this.records
      .paymentsOfOrder(order.id)
      .map(
        ({ id }) =>
          sum(this.records.captures.filter(isInSummary), id) -
          sum(this.records.refunds.filter(isInSummary), id)
      )
      .reduce((total, one) => total + one, 0)
    return Math.round(counted * 100) / 100
  }
}

export const isCounted = (one: Movement) => one.countedOn !== undefined
