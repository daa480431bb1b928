import { type OperationId, operationIds, operationOf } from "../../src/connect"
import { malformedRequests } from "../../src/connect/__tests__/malformed-requests"
import { eInvoiceSuite, type EInvoiceSuite } from "./support/e-invoice-suite"
import { placesHolding } from "./support/evidence"
import { exampleCall, exampleRequest, ofTheSameKind, rejections } from "./support/given-records"
import { doorOf, OperationDesk } from "./support/operation-desk"
import { callbacksProcessed, purchase } from "./support/purchase"
import { PERSONAL_NUMBER } from "./support/shopper"

const changes = (id: OperationId) => operationOf(id).safety !== "read"

const sent = ({ sandbox }: EInvoiceSuite, id: OperationId) =>
  sandbox.requests().filter(({ operationId }) => operationId === id).length

/** What every rejection says. */
const inWords = {
  type: expect.any(String),
  code: expect.any(String),
  message: expect.stringMatching(/^[A-Z].*\.$/),
  advice: expect.stringMatching(/^[A-Z].*\.$/),
}

eInvoiceSuite("operations", {}, (suite) => {
  let desk: OperationDesk
  beforeEach(async () => {
    desk = await OperationDesk.open(suite)
  })

  describe.each(operationIds)("%s", (id) => {
    const operation = operationOf(id)
    const { answer: answered, reads = answered } = operation.example()

    it("is carried out, once however often its key is pressed, and shows and keeps no personal number", async () => {
      const request = await exampleCall(id, desk, suite)
      // What a payer did is told by a callback, and a callback of a record has the plugin ask the service itself.
      await callbacksProcessed(suite)
      const before = sent(suite, id)
      const answer = await desk.request(id, request, `key-of-${id}`)
      expect(answer).toMatchObject({
        status: 200,
        body: reads === null ? {} : { data: ofTheSameKind(reads) },
      })
      expect(JSON.stringify(answer.body)).not.toContain(PERSONAL_NUMBER)
      expect(sent(suite, id)).toBe(before + 1)
      if (changes(id)) {
        expect(answer.body.operation).toMatchObject({
          operation: id,
          state: "succeeded",
        })
        const again = await desk.request(id, request, `key-of-${id}`)
        expect(again).toEqual(answer)
        expect(sent(suite, id)).toBe(before + 1)
      }
      expect(await placesHolding(suite, PERSONAL_NUMBER)).toEqual([])
    })

    for (const { given, key, status } of rejections(operation)) {
      it(`is rejected in a sentence with advice, given ${given ?? "no such record"}`, async () => {
        const request = given ? await exampleCall(id, desk, suite, given) : exampleRequest(id)
        expect(await desk.request(id, request)).toMatchObject({
          status,
          body: { ...inWords, ...(key && { message_key: key }) },
        })
      })
    }
  })

  it("are rejected for what a record lacks or another has", async () => {
    const refund = await exampleCall("orders.refund", desk, suite)
    const cycle = await exampleCall("subscriptions.refund-cycle", desk, suite)
    const user = exampleRequest("users.create")
    await desk.request("users.create", user)
    const body = (changed: object, { body: given }: { body?: unknown }) => ({
      body: { ...(given as object), ...changed },
    })
    const products = [{ id: 9, amount: "1" }]
    const answers = [
      await desk.request("orders.refund", { ...refund, ...body({ products }, refund) }),
      await desk.request("subscriptions.refund-cycle", {
        ...cycle,
        ...body({ cycles: ["Cycle 9"] }, cycle),
      }),
      await desk.request("users.create", { ...user, params: { userRoleSlug: "business-admin" } }),
    ]
    expect(answers).toMatchObject([
      { status: 409, body: { ...inWords, message_key: "requestProductIdNotAvailable" } },
      { status: 404, body: inWords },
      { status: 409, body: { ...inWords, message_key: "userAlreadyExistsWithSameEmail" } },
    ])
  })

  it("mask a personal number that the service shows", async () => {
    for (const id of ["customers.details", "credit-checks.details"] as const) {
      const { body } = await desk.request(id, await exampleCall(id, desk, suite))
      expect(body.data).toMatchObject({ personalNumber: "***********" })
    }
  })

  it("of delayed charge is refused for what its customer pays, and not sent", async () => {
    const charge = (uuid: string) => desk.call("orders.delayed-charge", { at: uuid })
    const { uuid } = await purchase(suite)
    const refused = [await charge(uuid), await charge(await desk.paymentLink())]

    expect(refused.map(({ status }) => status)).toEqual([400, 400])
    expect(refused[0]?.body.message).toMatch(/^Nothing was charged: .+\.$/)
    expect(sent(suite, "orders.delayed-charge")).toBe(0)
  })

  // One test for all: each begins with the database as it was, which takes longer than all of these calls.
  it("of every kind name the field that breaks a rule, and send nothing", async () => {
    for (const id of operationIds) {
      const operation = operationOf(id)
      // What reads is asked by its address alone, in which a part that is not taken reads as a field of the query.
      const malformed = malformedRequests(operation).find(({ part }) =>
        changes(id) ? part === "body" : (operation[part] ?? part === "query")
      )
      const answer = await desk.request(id, malformed?.request ?? {})
      expect({ id, ...answer }).toMatchObject({
        id,
        status: 400,
        body: {
          type: "invalid_data",
          errors: expect.arrayContaining([expect.objectContaining({ field: malformed?.field })]),
        },
      })
    }
    expect(suite.sandbox.requests()).toEqual([])
  })

  it("are told apart by their method, and what there is stands beside an unknown id", async () => {
    const wrong = [
      await desk.post(doorOf("orders.status"), { params: { order_uuid: "ODR1234567890" } }),
      await desk.get(doorOf("orders.cancel")),
    ]
    expect(wrong.map(({ status }) => status)).toEqual([405, 405])
    expect(wrong.map(({ body }) => body.message)).toEqual([
      expect.stringContaining("with GET"),
      expect.stringContaining("with POST"),
    ])
    for (const [id, near] of [
      ["orders.refnd", "orders.refund"],
      ["order.refund", "reservations.refund"],
      ["Orders.Refund", "orders.refund"],
      ["nothing", "/admin/e-invoice/operations"],
      ["__proto__", "/admin/e-invoice/operations"],
    ]) {
      for (const answer of [
        await desk.get(`/operations/${id}`),
        await desk.post(`/operations/${id}`),
      ]) {
        expect(answer).toMatchObject({
          status: 404,
          body: { type: "not_found", message: expect.stringContaining(near ?? "") },
        })
      }
    }
    expect(suite.sandbox.requests()).toEqual([])
  })

  it("that show a record say what can be done with it", async () => {
    const uuid = await desk.subscription()
    const shown = async () =>
      (await desk.call<{ can: Record<string, string> }>("subscriptions.details", { at: uuid })).body
        .can

    expect(await shown()).toMatchObject({ "subscriptions.cancel": "yes" })
    await desk.call("subscriptions.cancel", { at: uuid, body: { note: "Moved" } })
    expect(await shown()).toMatchObject({ "subscriptions.cancel": "status" })
  })

  it("take their fields in params and body, and name what stands elsewhere", async () => {
    const answer = await desk.post("/operations/orders.cancel", {
      order_uuid: "ODR1234567890",
      cancellationNote: "Ordered twice",
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.map(({ field }) => field).sort()).toEqual([
      "cancellationNote",
      "order_uuid",
    ])
    expect(suite.sandbox.requests()).toEqual([])
  })

  it("of every kind are closed to who is not signed in", async () => {
    for (const id of operationIds) {
      const path = `/admin/e-invoice${doorOf(id, { at: "ODR1234567890" })}`
      const { status } = await (changes(id) ? suite.http.post(path) : suite.http.get(path))
      expect({ id, status }).toEqual({ id, status: 401 })
    }
    expect(suite.sandbox.requests()).toEqual([])
  })
})
