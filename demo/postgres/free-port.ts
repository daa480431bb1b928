import { createServer } from "node:net"

/** A TCP port on the loopback that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "localhost", () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === "object"
          ? resolve(address.port)
          : reject(new Error("The system gave no free port"))
      )
    })
  })
}
