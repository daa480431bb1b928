import { approvalKeyOf } from "../operations/operation"

/**
 * Whether what the service shows beyond what is recorded is a refund that awaits approval, as far as its amounts tell.
 *
 * @param awaitingOre what the refunds that await approval are of, in øre
 * @param namedOre what the service names beyond what is recorded, in øre; zero where it names no amount
 * @returns undefined where only staff can tell
 */
export function showsApproved(
  awaitingOre: readonly bigint[],
  namedOre: bigint
): boolean | undefined {
  if (awaitingOre.every((ore) => namedOre > 0n && namedOre < ore)) {
    return false
  }
  return awaitingOre.length === 1 && awaitingOre[0] === namedOre ? true : undefined
}

/** SQL: what the service names as refunded of order `o` beyond what is recorded here; zero or less where it names nothing. */
const NAMED_BEYOND = `
  (o.refunded_total - coalesce((
    select sum(done.amount) from einvoice_refund done
    where done.e_invoice_order_id = o.id and done.state = 'succeeded' and done.deleted_at is null
  ), 0))`

/** SQL: whether another refund than `r` of order `o` awaits approval, or may. */
const IS_ANOTHER_AWAITING = `
  exists (
    select 1 from einvoice_refund other
    join einvoice_operation also on also.idempotency_key = ${approvalKeyOf("other")}
    where other.e_invoice_order_id = o.id and other.id <> r.id
      and other.state = 'rejected' and other.failure ->> 'messageKey' is not null
      and also.state not in ('prepared', 'rejected')
      and other.deleted_at is null and also.deleted_at is null
  )`

/**
 * SQL: the same of refund `r` that awaits approval, where order `o` is flagged for a refund that is not recorded: null where only staff
 * can tell.
 */
export const SHOWS_THIS_APPROVED = `
  case
    when ${NAMED_BEYOND} > 0 and ${NAMED_BEYOND} < r.amount then false
    when ${NAMED_BEYOND} = r.amount and not ${IS_ANOTHER_AWAITING} then true
  end`
