import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import { GRAVEST_FIRST } from "../overview/gravity"
import { type Attention, ATTENTION } from "./attention"

/**
 * The flags of an order stand in one column, the gravest first and with spaces between: whoever sets one knows nothing of
 * the others, and must not take them away.
 */
const SEPARATOR = " "

/** Reads the flags of an order, the gravest first. */
export const flagsOf = (stored: string | null): Attention[] =>
  (stored?.split(SEPARATOR) ?? []).filter(isFlag)

const isFlag = (word: string): word is Attention => ATTENTION.some((flag) => flag === word)

const inOrder = "string_agg(flag, ? order by array_position(?::text[], flag))"

/** Statement that adds a flag to those in the column `attention`. */
export const withFlag = (database: Knex, flag: Attention): Knex.Raw =>
  database.raw(
    `(select ${inOrder} from (
        select unnest(string_to_array(attention, ?)) as flag union select ?
      ) as flags)`,
    [SEPARATOR, [...GRAVEST_FIRST], SEPARATOR, flag]
  )

/**
 * Statement that takes flags away from those in the column `attention`. `refund_failed` stays while not all of the order
 * went back: a refund of a part does not make up for one of the whole.
 */
export const withoutFlags = (database: Knex, flags: readonly Attention[]): Knex.Raw =>
  database.raw(
    `(select ${inOrder} from unnest(string_to_array(attention, ?)) as flag
      where flag <> all(?::text[]) or (flag = 'refund_failed' and refunded_total < grand_total))`,
    [SEPARATOR, [...GRAVEST_FIRST], SEPARATOR, [...flags]]
  )

/** Statement that says whether any of these flags is set. */
export const hasAnyFlag = (database: Knex, flags: readonly Attention[]): Knex.Raw =>
  database.raw("string_to_array(attention, ?) && ?::text[]", [SEPARATOR, [...flags]])
