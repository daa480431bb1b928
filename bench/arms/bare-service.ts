import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"

import { serveParent } from "../../demo/children/serve-parent"

/*
 * Answers every creation at once, or after BENCH_DELAY milliseconds, and keeps nothing: what the sandbox itself
 * costs must not stand between two clients that are compared.
 */
const delay = Number(process.env.BENCH_DELAY)

const created = JSON.stringify({
  status_code: 201,
  status_message: "Created",
  message: "orderAddedSuccessfully",
  is_data: false,
  data: { uuid: "ODR0000000001", customerUuid: "CSRT0000000001" },
})

const server = createServer((request, response) => {
  const answer = () =>
    response
      .writeHead(201, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(created),
      })
      .end(created)
  request.resume().once("end", () => {
    if (delay > 0) {
      void pause(delay).then(answer)
    } else {
      answer()
    }
  })
})
// As the usual reverse proxies do; Node's own 5 s would end connections between two rounds.
server.keepAliveTimeout = 75_000

serveParent({
  start: () =>
    new Promise<{ url: string }>((resolve) =>
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resolve({ url: `http://127.0.0.1:${port}` })
      })
    ),
  stop: () => server.closeAllConnections(),
})
