import { type buildConnector, Client, type Dispatcher } from "undici"

/**
 * Milliseconds after which a connection that lies idle is not used again. No server or proxy in common use closes an idle
 * connection as early (Node and Apache do after 5 s, nginx after 75 s).
 */
export const REUSE_WITHIN_MS = 1_000

type Idle = { connection: Client; since: number }

/**
 * Connections for requests that must go out once.
 *
 * A server may close a kept-alive connection just as a request is written: a reset that cannot be told from one after
 * execution, so an order in doubt for nothing. Such a request therefore shares a connection only with one that was
 * answered on it a moment ago; any other gets a new one. See docs/decisions/connections-for-creations.md.
 */
export class RecentConnections {
  readonly #origin: string
  readonly #connect: ReturnType<typeof buildConnector>
  /** The one that was used last comes last. */
  readonly #idle: Idle[] = []
  #closed = false

  constructor(origin: string, connect: ReturnType<typeof buildConnector>) {
    this.#origin = origin
    this.#connect = connect
  }

  /**
   * Lends a connection for one request.
   *
   * @param use sends the request, and says whether it was answered in full: only then may another follow it
   */
  async lend<Result>(
    use: (connection: Dispatcher) => Promise<Result>,
    isAnswered: (result: Result) => boolean
  ): Promise<Result> {
    const connection = this.#recent() ?? this.#open()
    const result = await use(connection)
    if (this.#closed || !isAnswered(result)) {
      void connection.destroy()
    } else {
      this.#idle.push({ connection, since: performance.now() })
    }
    return result
  }

  /** Closes those that lie idle; those in use close when they have been used. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#idle.splice(0).map(({ connection }) => connection.destroy()))
  }

  #recent(): Client | undefined {
    const last = this.#idle.pop()
    if (!last) {
      return undefined
    }
    // By the clock, at the moment of use: a timer of the connection's own fires late in a busy process.
    if (performance.now() - last.since < REUSE_WITHIN_MS) {
      return last.connection
    }
    // It is the one that was used last, so that the others are older still.
    for (const { connection } of [last, ...this.#idle.splice(0)]) {
      void connection.destroy()
    }
    return undefined
  }

  #open(): Client {
    return new Client(this.#origin, {
      connect: this.#connect,
      keepAliveTimeout: REUSE_WITHIN_MS,
      keepAliveMaxTimeout: REUSE_WITHIN_MS,
    })
  }
}
