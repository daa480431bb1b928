import type { Audit } from "./audit"

export type Figure = Pick<
  Audit,
  "orders" | "leftByMedusa" | "invoices" | "forStaff" | "callbacks"
> & {
  /** What was done, in a few words. */
  what: string
  /** Carts that a shopper tried to complete. */
  checkouts: number
}

const figures: Figure[] = []
const remarks: string[] = []

/** Keeps what an audited case came to, for the table at the end. */
export const keepFigure = (figure: Figure): void => {
  figures.push(figure)
}

/** Keeps a sentence for the end. */
export const keepRemark = (remark: string): void => {
  remarks.push(remark)
}

/** The table of all cases, a line each, and the remarks. */
export function figureLines(): string[] {
  const header =
    "checkouts  orders  e-invoice orders     for staff  left by Medusa  callbacks  case"
  return [
    header,
    ...figures.map(({ what, checkouts, orders, leftByMedusa, invoices, forStaff, callbacks }) =>
      [
        String(checkouts).padStart(9),
        String(orders).padStart(6),
        String(invoices).padStart(16),
        String(forStaff.length).padStart(12),
        String(leftByMedusa).padStart(14),
        String(callbacks).padStart(9),
        what,
      ].join("  ")
    ),
    ...remarks,
  ].map((line) => `FIGURE ${line}`)
}
