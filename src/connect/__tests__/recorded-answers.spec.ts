import { type Answer, ConnectClient, ConnectError, type OperationId, operationOf } from ".."
import { recordedAnswers } from "./recorded-answers"
import { startWireServer, type WireServer } from "./wire-server"

let server: WireServer
let client: ConnectClient

beforeAll(async () => {
  server = await startWireServer()
  client = new ConnectClient({
    baseUrl: server.url,
    token: "test-token",
    repeat: { attempts: 1 },
    breaker: { failures: 1_000 },
  })
})

afterAll(async () => {
  await client.close()
  await server.close()
})

describe("an answer of the service", () => {
  it.each(recordedAnswers)("$id $status ($source)", async (row) => {
    server.answerJson(row.status, row.body)
    const call = client.call.bind(client) as (
      id: OperationId,
      request: object
    ) => Promise<Answer<unknown>>

    const result: unknown = await call(row.id, operationOf(row.id).example().request).catch(
      (reason: unknown) => reason
    )

    if (row.error) {
      expect(result).toBeInstanceOf(ConnectError)
      expect(result).toMatchObject(row.error)
      const said = JSON.stringify(result) + String(result)
      expect(said).not.toMatch(/01819012345|018190 12345|kari@example\.com/)
    } else {
      expect(result).toMatchObject(row.answer ?? {})
    }
  })
})
