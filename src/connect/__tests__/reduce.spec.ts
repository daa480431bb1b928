import type { ServerResponse } from "node:http"
import { monitorEventLoopDelay } from "node:perf_hooks"

import { ConnectClient, MalformedAnswerError, UnavailableError } from ".."
import { startWireServer, type WireServer } from "./wire-server"

let server: WireServer

beforeEach(async () => {
  server = await startWireServer()
})
afterEach(() => server.close())

/** Reads the list of all statuses, and keeps the status of each order. */
function readStatuses(budgetMs = 20_000) {
  const client = new ConnectClient({
    baseUrl: server.url,
    token: "token",
    repeat: { attempts: 3, baseDelayMs: 1, maxDelayMs: 1 },
  })
  return client.reduce(
    "orders.status-list",
    {},
    {
      start: () => new Map<string, string>(),
      add: (kept, { uuid, status }) => kept.set(uuid, status),
    },
    { budgetMs }
  )
}

const row = (number: number, status: string) => ({
  uuid: `ODR${String(number).padStart(10, "0")}`,
  status,
})
const rows = [row(1, "SENT"), row(2, "PAID")]
const statuses = new Map(rows.map(({ uuid, status }) => [uuid, status]))
const message = "Order Status Retrieved Successfully"
const head = `{"status_code":200,"message":"${message}","is_data":true,"data":[`

/** Writes pieces as fast as they are taken, for ever unless there is an end to them. */
function pump(response: ServerResponse, piece: string, times = Infinity) {
  let written = 0
  const write = () => {
    while (written < times && !response.destroyed) {
      written += 1
      if (!response.write(piece)) {
        return response.once("drain", write)
      }
    }
    return response.end(`${JSON.stringify(row(0, "PAID"))}]}`)
  }
  write()
}

it.each([
  ["an array", rows],
  ["an object with index keys", { 0: rows[0], 1: rows[1] }],
])("keeps what it is told of a list that comes as %s", async (_name, data) => {
  server.answerJson(200, { status_code: 200, message, data })

  const answer = await readStatuses()

  expect(answer.data).toEqual(statuses)
  expect(answer).toMatchObject({ httpStatus: 200, messageKey: message })
  expect(answer.clockSkewMs).toEqual(expect.any(Number))
})

it("reads a single record as a list of one", async () => {
  server.answerJson(200, { message, data: rows[0] })

  expect((await readStatuses()).data).toEqual(new Map([["ODR0000000001", "SENT"]]))
})

it("keeps nothing of an empty list", async () => {
  server.answerJson(404, { status_code: 404, message: "Order Not Found" })

  expect((await readStatuses()).data).toEqual(new Map())
})

it("keeps nothing of an attempt that broke off", async () => {
  server.answer((response, _request, count) => {
    response.writeHead(200)
    if (count === 1) {
      response.write(`${head}${JSON.stringify(row(9, "SENT"))},{"uu`, () =>
        response.socket?.resetAndDestroy()
      )
    } else {
      response.end(`${head}${rows.map((each) => JSON.stringify(each))}]}`)
    }
  })

  expect((await readStatuses()).data).toEqual(statuses)
  expect(server.requests).toHaveLength(2)
})

it.each([
  ["calls itself a failure", `${head}],"is_error":true}`],
  ["has a row without an identifier", `${head}{"status":"SENT"}]}`],
  ["has a row that is no JSON", `${head}{"uuid":ODR1}]}`],
  ["has no end", `${head}${JSON.stringify(rows[0])}`],
  ["is a page", "<html>Bad gateway</html>"],
])("refuses an answer that %s, once", async (_name, body) => {
  server.answer((response) => response.writeHead(200).end(body))

  await expect(readStatuses()).rejects.toThrow(MalformedAnswerError)
  expect(server.requests).toHaveLength(1)
})

it("reads a list that is longer than any answer that is held, and lets others have their turn", async () => {
  const some = Array.from(
    { length: 20_000 },
    (_, number) => `${JSON.stringify(row(number + 1, "SENT"))},`
  ).join("")
  const times = Math.ceil((70 * 1024 * 1024) / some.length)
  server.answer((response) => {
    response.writeHead(200)
    response.write(head)
    pump(response, some, times)
  })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()

  const { data } = await readStatuses(100_000)
  delay.disable()

  expect(data.size).toBe(20_001)
  expect(data.get("ODR0000000000")).toBe("PAID")
  process.stdout.write(
    `A list of 70 MiB: ${Math.round(delay.max / 1e6)} ms without a turn for others at most.\n`
  )
}, 120_000)

it("gives up a list that does not end when the call's time is up", async () => {
  server.answer((response) => {
    response.writeHead(200)
    response.write(head)
    pump(response, `${JSON.stringify(row(1, "SENT"))},`.repeat(1_000))
  })

  await expect(readStatuses(300)).rejects.toThrow(UnavailableError)
})
