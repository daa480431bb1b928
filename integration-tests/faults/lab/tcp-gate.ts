import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"

const HOST = "127.0.0.1"

/** An address in front of a server. While it is shut, connections to it are refused, and those that were open end. */
export class TcpGate {
  #server: Server | undefined
  readonly #sockets = new Set<Socket>()

  private constructor(
    readonly port: number,
    private readonly target: number
  ) {}

  /** @param target port of the server behind it, on the loopback */
  static async open(port: number, target: number): Promise<TcpGate> {
    const gate = new TcpGate(port, target)
    await gate.open()
    return gate
  }

  get url(): string {
    return `http://${HOST}:${this.port}`
  }

  async open(): Promise<void> {
    const server = createServer((incoming) => this.#pass(incoming))
    server.listen(this.port, HOST)
    await once(server, "listening")
    this.#server = server
  }

  async shut(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) {
      return
    }
    const closed = once(server, "close")
    server.close()
    for (const socket of this.#sockets) {
      socket.destroy()
    }
    await closed
  }

  #pass(incoming: Socket) {
    const outgoing = connect({ port: this.target, host: HOST })
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.#sockets.add(socket)
      // A reset on one side has to arrive as a reset on the other.
      socket.on("error", () => other.resetAndDestroy())
      socket.once("close", () => {
        this.#sockets.delete(socket)
        other.destroySoon()
      })
    }
    incoming.pipe(outgoing)
    outgoing.pipe(incoming)
  }
}
