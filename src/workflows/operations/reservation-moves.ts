import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

import { toOre } from "../../mapping"
import type { IntentState } from "../../modules/e-invoice/intent"
import type { RefundShare } from "../../modules/e-invoice/refunds/refund-row"
import { eInvoiceModule } from "../e-invoice-module"

const MOVES = ["reservations.capture", "reservations.refund"] as const

const share = z.object({
  id: z.coerce.number(),
  amount: z.union([z.string(), z.number()]).transform(String),
})

const move = z.object({
  id: z.string(),
  operation_id: z.enum(MOVES),
  state: z.custom<IntentState>(),
  created_at: z.coerce.date(),
  request: z.object({
    body: z.object({
      grandTotal: z.union([z.string(), z.number()]),
      products: z.array(share),
      source: z.enum(["captured", "charged"]).optional(),
      reference: z.string().optional(),
    }),
  }),
  answer: z.object({ data: z.object({ uuid: z.string().optional() }).nullish() }).nullish(),
  failure: z.object({ message: z.string(), messageKey: z.string().optional() }).nullish(),
})

/** A capture or a refund of a reservation that was asked for from here. */
export type ReservationMove = {
  /** Id of the operation. */
  id: string
  kind: "capture" | "refund"
  state: IntentState
  at: Date
  amountOre: bigint
  products: RefundShare[]
  /** What a refund is taken from: the id of a capture or charge. */
  reference: string | undefined
  source: "captured" | "charged" | undefined
  /** The capture that was made. */
  uuid: string | undefined
  failure: { message: string; messageKey?: string | undefined } | undefined
}

/** Captures and refunds of a reservation as they were asked for from here, the oldest first. */
export async function reservationMoves(
  container: MedusaContainer,
  uuid: string
): Promise<ReservationMove[]> {
  const rows = await eInvoiceModule(container).listEInvoiceOperations(
    {
      subject_kind: "reservation",
      subject_uuid: uuid,
      operation_id: [...MOVES],
    },
    { order: { created_at: "ASC" }, take: 1_000 }
  )
  return rows.flatMap((row) => {
    const { data } = move.safeParse(row)
    return data
      ? [
          {
            id: data.id,
            kind:
              data.operation_id === "reservations.capture"
                ? ("capture" as const)
                : ("refund" as const),
            state: data.state,
            at: data.created_at,
            amountOre: toOre(data.request.body.grandTotal),
            products: data.request.body.products,
            reference: data.request.body.reference,
            source: data.request.body.source,
            uuid: data.answer?.data?.uuid,
            failure: data.failure ?? undefined,
          },
        ]
      : []
  })
}

/** Whether money moved, or may have. */
export const mayHaveMoved = ({ state }: ReservationMove): boolean =>
  state === "succeeded" || state === "in_doubt" || state === "sending"
