import type { Catalogue, OperationId } from "../../connect"
import type { Answer } from "../answers"
import type { World } from "../state/world"
import type { CheckedRequest } from "../validation/request-check"

/** One call that is let through: authenticated, and checked against the catalogue. */
export type Call<Id extends OperationId> = CheckedRequest<Id> & {
  operation: Catalogue[Id]
  world: World
  /** The sandbox's own address, for the pay pages it hands out. */
  origin: string
  /** Has something happen once the call is answered (or before, where callback chaos says so). */
  afterAnswer(effect: () => void): void
}

/** Carries an operation out. Runs to its end without pause, so that each call is one transaction. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Answer
