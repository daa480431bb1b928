import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request as it arrived on the wire. */
export type SeenRequest = {
  method: string
  /** Path and query, untouched. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

type Answerer = (response: ServerResponse, request: SeenRequest, count: number) => void

export type WireServer = {
  url: string
  requests: SeenRequest[]
  /** Connections accepted so far. */
  connections(): number
  /** Decides what every later request is answered with. */
  answer(answerer: Answerer): void
  answerJson(status: number, body: unknown, headers?: Record<string, string>): void
  close(): Promise<void>
}

/** A server on 127.0.0.1 that records what arrives and answers as told. */
export async function startWireServer(): Promise<WireServer> {
  const requests: SeenRequest[] = []
  let connections = 0
  let answerer: Answerer = (response) => response.writeHead(500).end()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const seen = {
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      }
      requests.push(seen)
      answerer(response, seen, requests.length)
    })
  })
  server.on("connection", () => connections++)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    answer: (next) => {
      answerer = next
    },
    answerJson: (status, body, headers = {}) => {
      answerer = (response) => sendJson(response, status, body, headers)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {}
): void {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(body))
}

/** An address on which nothing listens. */
export async function deadAddress(): Promise<string> {
  const server = await startWireServer()
  await server.close()
  return server.url
}
