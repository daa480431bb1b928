import { ConnectClient } from "../client"
import { startWireServer, type WireServer } from "./wire-server"

describe("a redirect of the service", () => {
  let service: WireServer
  let elsewhere: WireServer
  let client: ConnectClient

  beforeEach(async () => {
    service = await startWireServer()
    elsewhere = await startWireServer()
    client = new ConnectClient({ baseUrl: service.url, token: "token" })
  })
  afterEach(async () => {
    await client.close()
    await Promise.all([service.close(), elsewhere.close()])
  })

  it.each([301, 302, 303, 307, 308])(
    "with %d is not followed: neither the token nor the request goes to another host",
    async (status) => {
      service.answerJson(status, {}, { location: `${elsewhere.url}/token` })

      await expect(client.call("token.verify", {})).rejects.toMatchObject({
        operationId: "token.verify",
      })
      await expect(
        client.call("orders.cancel", {
          params: { order_uuid: "ODR1" },
          body: { cancellationNote: "note" },
        })
      ).rejects.toMatchObject({ operationId: "orders.cancel" })

      expect(elsewhere.requests).toEqual([])
    }
  )
})
