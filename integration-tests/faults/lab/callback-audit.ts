/** A callback as it lies in the inbox, as far as the audit goes. */
export type StoredCallback = {
  id: string
  e_invoice_order_id: string
  state: string
}

/** Whether everything a callback asks for was done. */
export const isSettledCallback = ({ state }: StoredCallback): boolean => state === "processed"
