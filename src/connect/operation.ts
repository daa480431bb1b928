import type { z } from "zod"

import { lazily } from "./lazily"
import { normaliseStatus } from "./order-status"
import { isRecord } from "./schemas/answer-values"

/** HTTP methods an operation may use; a merchant's override may name any of them. */
export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

/** One of these methods. */
export type Method = (typeof methods)[number]

/** The areas into which the interface groups its operations (specification, What the service does 4). */
export const areas = [
  "orders",
  "checkout",
  "reservations",
  "subscriptions",
  "customers",
  "refunds",
  "credit-checks",
  "companies",
  "users",
  "token",
] as const

/** One of these areas. */
export type Area = (typeof areas)[number]

/**
 * What an entry rests on: the interface specification, the operator's public documentation, or nothing better than an
 * assumption by analogy, which a merchant may have to correct with an override.
 */
export type Provenance = "specification" | "documentation" | "assumed"

/**
 * Whether a call may be repeated.
 *
 * - `read`: changes nothing; repeated freely within the time budget.
 * - `idempotent`: repeating it ends in the same state; repeated after connection errors and server failures.
 * - `once`: a second execution would bill, refund or notify again; repeated only when certainly no byte was sent.
 */
export type Safety = "read" | "idempotent" | "once"

/** Operations whose failures say something of each other: the creation of orders at checkout stands alone. */
export type OperationGroup = "checkout" | "once" | "others"

/** The group of an operation. */
export const groupOf = ({
  atCheckout,
  safety,
}: Pick<Operation, "atCheckout" | "safety">): OperationGroup =>
  atCheckout ? "checkout" : safety === "once" ? "once" : "others"

/** Records of the service whose status can forbid an operation. */
type RestrictingKind = "order" | "reservation" | "subscription"

/** Limits a precondition to requests whose body carries one value in one top-level field. */
export type PreconditionScope = { readonly field: string; readonly is: string }

/** The statuses in which the service carries the operation out; in any other it answers 400 with `messageKey`. */
export type AllowedStatuses = {
  readonly record: RestrictingKind
  readonly when?: PreconditionScope
  readonly allowed: readonly string[]
  readonly messageKey: string
}

/** The statuses in which the service refuses the operation, each with the message key of the 400 it answers. */
export type RefusedStatuses = {
  readonly record: RestrictingKind
  readonly when?: PreconditionScope
  readonly refused: Readonly<Record<string, string>>
}

/** A rule that restricts an operation by the status of the record it acts on. */
export type Precondition = AllowedStatuses | RefusedStatuses

/** What the service answers when it has carried the operation out. */
export type Success = {
  readonly status: number
  readonly messageKey: string
  /** `is_data`, which does not say whether `data` is filled. */
  readonly isData: boolean
}

/** An answer by which the service is known to refuse the operation. */
export type Refusal = { readonly status: number; readonly messageKey: string }

/** Another reading of the interface, found in a source that disagrees with the entry. */
export type Alternative = {
  readonly method?: Method
  readonly path?: string
  readonly source: string
  /** Its body, where that differs from the entry's. */
  readonly body?: OtherBody
}

/** The body of another reading. */
export type OtherBody = {
  /** Writes the entry's body, as checked, in the other form. */
  readonly write: (body: unknown) => unknown
  /** What the service takes there, where no other operation has the address. */
  readonly takes?: {
    readonly schema: () => z.ZodType
    /** Reads what the schema let through as the entry's body. */
    readonly read: (body: unknown) => unknown
  }
}

/** Records of the service that operations make and the plugin remembers. */
export const recordKinds = ["order", "reservation", "subscription", "company-check"] as const

/** One of these kinds. */
export type RecordKind = (typeof recordKinds)[number]

/** The record that an operation makes. */
export type Creation = {
  readonly kind: RecordKind
  /** Member of the answer's `data` that names the new record. */
  readonly uuid: string
  /** The service reports what becomes of it to `callback.callbackUrl`. */
  readonly reportsBack: boolean
  /** A card may be charged for it later; of what others make, no source says so. */
  readonly chargedLater?: true
}

/** The request that undoes an operation. */
export type UndoingRequest = {
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** How an operation is undone, or why it cannot be. */
export type Inverse =
  | {
      /** Id of the operation that undoes it. */
      readonly operation: string
      /**
       * @param uuid identifier of the record it created, or acted on
       * @param before what a change replaced
       * @returns undefined when too little is known to undo it
       */
      readonly request: (uuid: string, before: unknown) => UndoingRequest | undefined
      /**
       * @param shown the request of the operation that is undone, as the log shows it
       * @returns what stays as the operation left it, in a sentence; undefined when nothing does
       */
      readonly leaves?: (shown: unknown) => string | undefined
    }
  | { readonly none: string }

/** Records of the service that examples act on, each in a status. */
export type GivenRecord =
  | `order ${"SENT" | "PAID" | "INVOICED" | "CANCELLED"}`
  | `reservation ${"SENT" | "RESERVED" | "CAPTURED" | "CANCELLED"}`
  | `subscription ${"SENT" | "ONGOING" | "CANCELLED"}`
  | `customer ${"private" | "corporate"}`
  | "order for a card"
  | "subscription payment failed"
  | "credit check"
  | "company check"

/**
 * A call as it may be made, and what the service then answers: the one sample of each operation, which client, sandbox and
 * store are tested by, and which the API document shows. Its identifiers are those of `exampleIds`.
 */
export type Example = {
  /** What has to be at the service before. */
  readonly given?: GivenRecord
  readonly request: {
    readonly params?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, unknown>>
    readonly body?: unknown
  }
  /** The answer's `data`, as on the wire. */
  readonly answer: unknown
  /** What the client makes of it, at least, where that is not the same. */
  readonly reads?: unknown
}

/** What a role is allowed on its own, beside reading and changing. */
export type Permission = "refund" | "cancel" | "personal-data" | "users"

/** Parts of an entry that can be assumed although the rest of it is documented. */
export type AssumedPart =
  "method" | "path" | "query" | "body" | "data" | "success" | "preconditions"

/** One operation of the remote interface: the single source for client, emulator, documentation and admin. */
export type Operation = {
  readonly id: string
  readonly area: Area
  /** The operation's published name. */
  readonly title: string
  readonly method: Method
  /** Relative to `{base_url}`; `{name}` is a path parameter, `{name?}` one that may be left out with its slash. */
  readonly path: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Reads the `data` member of a successful answer. */
  readonly data: z.ZodType
  readonly example: () => Example
  readonly success: Success
  readonly refusals: readonly Refusal[]
  readonly preconditions?: readonly Precondition[]
  readonly safety: Safety
  /** Takes money, gives it back, or bills it: a second execution moves it twice. Asked for under an idempotency key only. */
  readonly movesMoney?: true
  /** What a role needs for it beyond reading or changing. */
  readonly permission?: Permission
  /** The record that it makes. */
  readonly creates?: Creation
  /** The record whose status its answer shows. */
  readonly shows?: RecordKind
  /** How it is undone, or why it cannot be; absent where it only reads. */
  readonly inverse?: Inverse
  /** A shopper waits for it: failures of other operations must not keep it from being called. */
  readonly atCheckout?: true
  readonly provenance: Provenance
  /** What of the entry is assumed although `provenance` says better for the rest. */
  readonly assumed?: readonly AssumedPart[]
  readonly sources: readonly string[]
  readonly alternatives?: readonly Alternative[]
  /** `data` is one page; `metaData` and `links` stand beside it. */
  readonly paginated?: true
  /** The service answers 404 with this message key where an empty list is meant. */
  readonly emptyList?: Refusal
  /** Milliseconds a call may take, retries included, unless the client's options or the caller say otherwise. */
  readonly budgetMs?: number
  /** Longest answer that is read, in bytes, where the client's usual limit is too small for a list without pages. */
  readonly maxAnswerBytes?: number
}

const schemaNames = ["params", "query", "body", "data"] as const

type SchemaName = (typeof schemaNames)[number]

type Makers<Schemas> = {
  readonly [Name in keyof Schemas]: () => NonNullable<Schemas[Name]>
}

/** An entry as it is written: its id is its key, and it says how each of its schemas is made. */
type WrittenOperation = Omit<Operation, "id" | "area" | SchemaName> &
  Makers<Pick<Operation, SchemaName>>

type WrittenId = `${Area}.${string}`

type Defined<Id, Entry> = {
  readonly [Key in keyof Entry]: Key extends SchemaName
    ? Entry[Key] extends () => infer Schema
      ? Schema
      : Entry[Key]
    : Entry[Key]
} & { readonly id: Id; readonly area: Area }

/**
 * Declares entries of the catalogue by their ids, keeping their literal types for the typed client. Their schemas are made
 * when they are first read: most stores use a few operations of many. What a precondition refuses is among the refusals.
 */
export const defineOperations = <
  const Entries extends Readonly<Record<WrittenId, WrittenOperation>>,
>(
  entries: Entries
) =>
  Object.fromEntries(
    Object.entries<WrittenOperation>(entries).map(([id, entry]) => [id, defined(id, entry)])
    // What was a maker in an entry reads as what it makes; all else is copied.
  ) as { readonly [Id in keyof Entries]: Defined<Id, Entries[Id]> }

function defined(id: string, entry: WrittenOperation) {
  const operation: Record<string, unknown> = {
    ...entry,
    id,
    area: id.slice(0, id.indexOf(".")),
    refusals: [...refusalsByStatus(entry), ...entry.refusals],
  }
  for (const name of schemaNames) {
    const make = entry[name]
    if (make) {
      Object.defineProperty(operation, name, { get: lazily(make) })
    }
  }
  return operation
}

/** What the preconditions refuse with, where the entry does not say with which HTTP status. */
function refusalsByStatus({ preconditions = [], refusals }: WrittenOperation): Refusal[] {
  const keys = preconditions.flatMap((rule) =>
    "allowed" in rule ? [rule.messageKey] : Object.values(rule.refused)
  )
  return [...new Set(keys)]
    .filter((messageKey) => !refusals.some((refusal) => refusal.messageKey === messageKey))
    .map((messageKey) => ({ status: 400, messageKey }))
}

const applies = ({ when }: Precondition, body: unknown): boolean =>
  when === undefined || (isRecord(body) && body[when.field] === when.is)

/**
 * The message key with which the service refuses an operation on a record in that status, by the entry's own table.
 *
 * @param status - the record's status, in any spelling of the service
 * @param body - the request's body, for rules that hold for one kind of request only
 * @returns undefined when the status does not forbid the operation
 */
export function refusalByStatus(
  operation: Operation,
  status: string,
  body?: unknown
): string | undefined {
  const normalised = normaliseStatus(status)
  for (const rule of operation.preconditions ?? []) {
    if (!applies(rule, body)) {
      continue
    }
    if ("allowed" in rule) {
      if (!rule.allowed.includes(normalised)) {
        return rule.messageKey
      }
    } else if (Object.hasOwn(rule.refused, normalised)) {
      return rule.refused[normalised]
    }
  }
  return undefined
}

/**
 * Bytes that a list may have which comes without pages, and so grows with the account, where it is held as a whole: 64 MiB
 * hold about a million statuses of orders, or two hundred thousand credit checks. `ConnectClient.reduce` reads longer ones.
 */
export const LONGEST_LIST = 64 * 1024 * 1024
