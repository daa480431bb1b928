/** How much longer than its budget whoever sends a request may live before it counts as lost, in milliseconds. */
export const SENDER_MARGIN = 10_000
