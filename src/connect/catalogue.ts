import type { z } from "zod"

import type { Operation } from "./operation"
import { accountOperations } from "./operations/account"
import { checkoutOperations } from "./operations/checkout"
import { checkOperations } from "./operations/checks"
import { customerOperations } from "./operations/customers"
import { orderCreationOperations } from "./operations/order-creation"
import { orderOperations } from "./operations/orders"
import { refundOperations } from "./operations/refunds"
import { reservationOperations } from "./operations/reservations"
import { subscriptionOperations } from "./operations/subscriptions"

/** Every operation of the interface by id: the single source of truth for client, sandbox, admin and docs. */
export const catalogue = {
  ...orderCreationOperations,
  ...orderOperations,
  ...checkoutOperations,
  ...reservationOperations,
  ...subscriptionOperations,
  ...customerOperations,
  ...refundOperations,
  ...checkOperations,
  ...accountOperations,
} as const satisfies Readonly<Record<string, Operation>>

/** The type of every entry, by operation id: what the typed client is made of. */
export type Catalogue = typeof catalogue

/** Id of an operation, such as `orders.create-e-invoice`. */
export type OperationId = keyof Catalogue

/** Every operation id, in the catalogue's order. */
export const operationIds: readonly OperationId[] = Object.keys(catalogue) as OperationId[]

/** Whether `value` is the id of an operation. */
export const isOperationId = (value: string): value is OperationId =>
  Object.hasOwn(catalogue, value)

/** The entry of an operation, in the form shared by all entries. */
export const operationOf = (id: OperationId): Operation => catalogue[id]

type PartName = "params" | "query" | "body"

/** Whether a part may be left out: it is optional itself, or none of its fields is required. */
type IsOptional<Part> = undefined extends Part
  ? true
  : Record<never, never> extends Part
    ? true
    : false

type PartOf<Entry, Name extends PartName> = Entry extends {
  readonly [N in Name]: infer Schema extends z.ZodType
}
  ? IsOptional<z.input<Schema>> extends true
    ? { [N in Name]?: z.input<Schema> }
    : { [N in Name]: z.input<Schema> }
  : { [N in Name]?: never }

type Flatten<T> = { [Key in keyof T]: T[Key] }

/** What a call of the operation takes: its path parameters, query and body exactly as they go on the wire. */
export type RequestOf<Id extends OperationId> = Flatten<
  PartOf<Catalogue[Id], "params"> & PartOf<Catalogue[Id], "query"> & PartOf<Catalogue[Id], "body">
>

/** What a successful call of the operation gives: the answer's `data`, read leniently. */
export type DataOf<Id extends OperationId> = z.output<Catalogue[Id]["data"]>

/** Id of an operation that answers with a list. */
export type ListOperationId = {
  [Id in OperationId]: DataOf<Id> extends readonly unknown[] ? Id : never
}[OperationId]

/** One row of what an operation answers that answers with a list. */
export type RowOf<Id extends ListOperationId> =
  DataOf<Id> extends readonly (infer Row)[] ? Row : never
