import type { InferTypeOf } from "@medusajs/framework/types"

import { parseCallback } from "../../../../connect"
import { maskPersonalValues } from "../../../../connect/personal-values"
import type { CallbackParameters } from "../../../../modules/e-invoice/callbacks/callback"
import type EInvoiceCallback from "../../../../modules/e-invoice/models/e-invoice-callback"
import {
  maskPersonalNumbers,
  withoutPeople,
} from "../../../../modules/e-invoice/personal-data/personal-masks"
import type { CallbackSubject } from "./callback-subjects"

/** What is read of a callback to show it. */
export const CALLBACK_COLUMNS = [
  "id",
  "e_invoice_order_id",
  "parameters",
  "state",
  "attempts",
  "due_at",
  "outcome",
  "processed_at",
  "created_at",
] as const

type CallbackRecord = Omit<
  Pick<InferTypeOf<typeof EInvoiceCallback>, (typeof CALLBACK_COLUMNS)[number]>,
  "parameters"
> & { parameters: unknown }

/**
 * A callback as admins see it: what it is about, what it carried (personal values masked), and what came of it. `due_at`
 * is the next attempt, while one is to come.
 */
export const shownCallback = (row: CallbackRecord, subject: CallbackSubject | undefined) => ({
  id: row.id,
  subject: subject ?? null,
  said: saidBy(row.parameters),
  parameters: shownParameters(row.parameters),
  state: row.state,
  outcome: row.outcome,
  attempts: row.attempts,
  due_at: row.state === "processed" ? null : row.due_at,
  processed_at: row.processed_at,
  created_at: row.created_at,
})

/** Who may read an inbox need not know who was written of: by name of the parameter, and by the look of its value. */
const shownParameters = (parameters: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(Object(maskPersonalNumbers(withoutPeople(parameters)))).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(withoutContact) : withoutContact(value),
    ])
  )

const withoutContact = (value: unknown): unknown =>
  typeof value === "string" && /@|^\s*\+/.test(value) ? maskPersonalValues(value) : value

/** The status that the callback reports, when it is one we know. */
const saidBy = (parameters: unknown): string | null =>
  parseCallback(parameters as CallbackParameters).status ?? null
