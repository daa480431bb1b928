import { createServer, type Server } from "node:net"
import type { AddressInfo } from "node:net"
import { NpmDemo } from "./support/npm-demo"

jest.setTimeout(180_000)

const anyPort = ["store", "admin", "storefront", "sandbox"].flatMap((service) => [
  `--${service}-port`,
  "0",
])

/** An error of the demo is a sentence for its user, never a place in its code. */
const STACK_TRACE = /^\s+at .+:\d+/m

describe("npm run demo", () => {
  let demo: NpmDemo

  afterEach(async () => {
    await demo.clear()
  })

  it("with --once places an order, has it paid, tells of it, and ends with 0 and no process left", async () => {
    demo = new NpmDemo("--once", ...anyPort)

    expect({ code: await demo.exitCode, output: demo.output }).toEqual({
      code: 0,
      output: expect.stringMatching(/Order \d+ was placed, invoiced and paid/),
    })
    expect(demo.output).toMatch(/E-invoice order +\S{8,}/)
    expect(demo.output).toMatch(/Harbour coffee.+ 3 +99,90/)
    expect(demo.output).toMatch(/Callback +PAID, answered with 2\d\d/)
    expect(demo.output).toMatch(/Payment in Medusa +captured, NOK 1.?325,65/)
    expect(demo.output).not.toMatch(STACK_TRACE)
    await demo.leavesNothingBehind(0)
  })

  it("ends within seconds when Ctrl-C is pressed twice half-way", async () => {
    demo = new NpmDemo(...anyPort)
    await demo.prints("Creating Medusa's tables")
    demo.signal("SIGINT")
    await demo.prints("Ending.")
    demo.signal("SIGINT")

    expect(await demo.exitCode).not.toBe(0)
    await demo.leavesNothingBehind(10_000)
    expect(demo.output).not.toMatch(STACK_TRACE)
  })

  it("leaves nothing behind even when it is killed while it serves", async () => {
    demo = new NpmDemo("--no-order", ...anyPort)
    await demo.prints("Ctrl-C ends it.")
    expect(demo.processesLeft().join("\n")).toMatch(/postgres/)
    demo.signal("SIGKILL")

    await demo.leavesNothingBehind(20_000)
  })

  it("says so when a port that was asked for is taken", async () => {
    const squatter = await listenAnywhere()
    const { port } = squatter.address() as AddressInfo
    demo = new NpmDemo("--once", "--store-port", String(port))

    expect(await demo.exitCode).toBe(1)
    expect(demo.output).toContain(`Port ${port} for the store is taken.`)
    expect(demo.output).not.toMatch(STACK_TRACE)
    await demo.leavesNothingBehind(0)
    squatter.close()
  })

  it("explains an option it does not know", async () => {
    demo = new NpmDemo("--twice")

    expect(await demo.exitCode).toBe(1)
    expect(demo.output).toContain("--twice")
    expect(demo.output).toContain("npm run demo -- --help")
    expect(demo.output).not.toMatch(STACK_TRACE)
  })
})

const listenAnywhere = () =>
  new Promise<Server>((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => resolve(server))
  })
