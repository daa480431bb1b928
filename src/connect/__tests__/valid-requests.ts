import { operationOf, type RequestOf } from ".."

/** A request that keeps every rule of the specification. */
export const validEInvoice = operationOf("orders.create-e-invoice").example().request
  .body as RequestOf<"orders.create-e-invoice">["body"]
