import path from "node:path"
import { readArguments } from "../arguments"

describe("the arguments of the demo", () => {
  it("are all optional", () => {
    expect(readArguments([])).toEqual({
      help: false,
      once: false,
      placeOrder: true,
      life: true,
      keep: false,
      watch: false,
      folder: path.resolve(".demo"),
      ports: {},
    })
  })

  it.each([
    [["--no-life"], { placeOrder: true, life: false }],
    [["--no-order"], { placeOrder: false, life: false }],
  ])("%j leave the store emptier", (args, expected) => {
    expect(readArguments(args)).toMatchObject(expected)
  })

  it("name a port for each service", () => {
    const { ports } = readArguments([
      "--store-port=0",
      "--admin-port=7001",
      "--storefront-port",
      "3000",
    ])

    expect(ports).toEqual({ store: 0, admin: 7001, storefront: 3000 })
  })

  it.each(["-1", "65536", "many", ""])("refuse %j as a port and name the argument", (port) => {
    expect(() => readArguments([`--sandbox-port=${port}`])).toThrow(
      "--sandbox-port must be a number from 0 to 65535."
    )
  })

  it.each([["--twice"], ["again"], ["--folder"]])("refuse %s and point to the help", (argument) => {
    expect(() => readArguments([argument])).toThrow("--help")
  })
})
