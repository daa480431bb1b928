import { createServer, type Server } from "node:net"
import { choosePorts } from "../ports"

describe("the ports of the demo", () => {
  const squatters: Server[] = []

  const squat = (port: number, host: string) =>
    new Promise<void>((resolve) => {
      const server = createServer()
      squatters.push(server)
      // Another server on the port serves just as well.
      server.once("error", () => resolve())
      server.listen(port, host, () => resolve())
    })

  afterEach(() => {
    for (const server of squatters.splice(0)) {
      server.close()
    }
  })

  it.each(["127.0.0.1", "0.0.0.0"])(
    "gives way to a server that has the usual one at %s",
    async (host) => {
      await squat(9000, host)
      const ports = await choosePorts({})

      expect(ports.store).not.toBe(9000)
      expect(new Set(Object.values(ports)).size).toBe(4)
    }
  )

  it("takes any free one when asked for 0", async () => {
    const ports = await choosePorts({ store: 0, sandbox: 0 })

    expect(ports.store).toBeGreaterThan(1023)
    expect(ports.sandbox).not.toBe(ports.store)
  })
})
