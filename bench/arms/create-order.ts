import http from "node:http"

import axios from "axios"
import { Pool } from "undici"

import { compiled } from "./compiled"
import { fiveLineBody } from "./five-line-order"

const PATH = "/api/v1/connect/orders/faktura/create"
const TOKEN = "sandbox-token"
const CREATED = 201

const headers = {
  accept: "application/json",
  authorization: `Bearer ${TOKEN}`,
  "content-type": "application/json",
}

/** One way to create an e-invoice order of five lines. */
export type Creator = {
  create(): Promise<unknown>
  close(): Promise<void> | void
}

/** The plugin's client as the plugin uses it: request and answer checked, time budget, breaker, redacted report. */
export async function ourClient(baseUrl: string): Promise<Creator> {
  const {
    connect: { ConnectClient },
  } = await compiled()
  const body = fiveLineBody()
  let reports = 0
  const client = new ConnectClient({
    baseUrl,
    token: TOKEN,
    onExchange: ({ answerBody }) => {
      reports += answerBody === undefined ? 0 : 1
    },
  })
  return {
    create: () => client.call("orders.create-e-invoice", { body }),
    close: () => {
      if (reports === 0) {
        throw new Error("The client reported nothing: it was not measured in full.")
      }
      return client.close()
    },
  }
}

/** What most payment plugins do, on kept-alive connections. Parses the answer, checks nothing. */
export function withAxios(baseUrl: string): Creator {
  const body = fiveLineBody()
  const httpAgent = new http.Agent({ keepAlive: true })
  const instance = axios.create({ baseURL: baseUrl, httpAgent, headers })
  return {
    create: () => instance.post(PATH, body),
    close: () => httpAgent.destroy(),
  }
}

/** Node's own `fetch`, which keeps connections alive by itself. Parses the answer, checks nothing. */
export function withFetch(baseUrl: string): Creator {
  const body = fiveLineBody()
  return {
    create: async () => {
      const response = await fetch(baseUrl + PATH, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      })
      expectCreated(response.status)
      return response.json()
    },
    close: () => undefined,
  }
}

/** The least that any client on undici can do: send, read, parse. */
export function withUndici(baseUrl: string): Creator {
  const body = fiveLineBody()
  const pool = new Pool(baseUrl, { connections: 16 })
  return {
    create: async () => {
      const response = await pool.request({
        method: "POST",
        path: PATH,
        headers,
        body: JSON.stringify(body),
      })
      expectCreated(response.statusCode)
      return response.body.json()
    },
    close: () => pool.close(),
  }
}

function expectCreated(status: number): void {
  if (status !== CREATED) {
    throw new Error(`Answered ${status} instead of ${CREATED}`)
  }
}
