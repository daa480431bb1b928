/** Medusa's own refunds. The payment provider and the workflows reach them by different ways. */
export type MedusaRefunds = {
  /** @returns those of these ids that Medusa has a refund of */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Takes a refund out of Medusa's books, if it is there. */
  remove(id: string): Promise<void>
}
