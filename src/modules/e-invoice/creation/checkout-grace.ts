/** How long after its order, or the sending of its invoice, a checkout may still be under way, in milliseconds. */
export const CHECKOUT_GRACE = 2 * 60_000
