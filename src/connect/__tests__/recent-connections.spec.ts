import { buildConnector, type Client, type Dispatcher } from "undici"

import { RecentConnections, REUSE_WITHIN_MS } from "../transport"

/** Lends connections; nothing is sent over them, so none is opened. */
function lender() {
  const connections = new RecentConnections("http://127.0.0.1:1", buildConnector({}))
  return {
    connections,
    lend: (isAnswered = true) =>
      connections.lend(
        (connection: Dispatcher) => Promise.resolve(connection as Client),
        () => isAnswered
      ),
  }
}

describe("a connection for what must go out once", () => {
  let now: jest.SpyInstance<number, []>
  beforeEach(() => {
    now = jest.spyOn(performance, "now").mockReturnValue(0)
  })
  afterEach(() => now.mockRestore())

  it("is the last one, within a moment of its answer", async () => {
    const { lend, connections } = lender()
    const first = await lend()

    now.mockReturnValue(REUSE_WITHIN_MS - 1)
    expect(await lend()).toBe(first)
    await connections.close()
    expect(first.destroyed).toBe(true)
  })

  it("is another one after that, and all that lay idle are closed", async () => {
    const { lend, connections } = lender()
    const idle: Client[] = []
    await connections.lend(
      async (connection) => {
        idle.push(connection as Client, await lend())
      },
      () => true
    )
    expect(idle[0]).not.toBe(idle[1])

    now.mockReturnValue(REUSE_WITHIN_MS)
    expect(idle).not.toContain(await lend())
    expect(idle.map(({ destroyed }) => destroyed)).toEqual([true, true])
    await connections.close()
  })

  it("is another one after a request that was not answered", async () => {
    const { lend, connections } = lender()
    const first = await lend(false)

    expect(first.destroyed).toBe(true)
    expect(await lend()).not.toBe(first)
    await connections.close()
  })

  it("is kept no longer once all are closed", async () => {
    const { lend, connections } = lender()
    await connections.close()

    expect((await lend()).destroyed).toBe(true)
  })
})
