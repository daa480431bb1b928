import {
  type IntentActor,
  type IntentState,
  type KnownAttempt,
  statesBefore,
  type Transitions,
} from "../../modules/e-invoice/intent"

type Moving = { id: string; attempt: number; state: IntentState }

/**
 * A row of a journal without a database. It moves as the journal's own statements do: fenced by its attempt, and by the states from
 * which an actor may move it.
 */
export class FencedRow<Row extends Moving> {
  /** Each move that was made, as `actor: state`. */
  readonly moves: string[] = []

  constructor(
    public row: Row,
    private readonly transitions: Transitions
  ) {}

  move(
    { id, attempt }: KnownAttempt,
    { by, to, values }: { by: IntentActor; to: IntentState; values: Partial<Row> }
  ): Row | undefined {
    const isAllowed = statesBefore(this.transitions, by, to).includes(this.row.state)
    if (id !== this.row.id || attempt !== this.row.attempt || !isAllowed) {
      return undefined
    }
    this.row = { ...this.row, ...values, state: to }
    this.moves.push(`${by}: ${to}`)
    return this.row
  }
}
