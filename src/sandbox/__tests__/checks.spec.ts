import { createHash } from "node:crypto"
import { magicOrganizations, magicPersonalNumbers } from ".."
import { callbackListener } from "./callback-listener"
import { createOrder, send } from "./client"
import {
  connected,
  contact,
  corporateCustomer,
  order,
  refusalOf,
  statusCallback,
  type Connected,
} from "./connect"

let service: Connected

beforeEach(async () => {
  service = await connected({ secret: "s3cret" })
})

afterEach(() => service.close())

describe("credit checks", () => {
  const check = (personalId: string) =>
    service.client.call("credit-checks.private", { body: { personalId } })
  const list = async (query: object = {}) =>
    (await service.client.call("credit-checks.list", { query })).data

  it("leave their result in the list, by magic person", async () => {
    const people = [
      "01886599925",
      magicPersonalNumbers.moderateRisk,
      magicPersonalNumbers.highRisk,
      magicPersonalNumbers.unknown,
    ]
    for (const personalId of people) {
      expect(await check(personalId)).toMatchObject({
        messageKey: "creditCheckRequestedSuccessful",
        data: null,
      })
    }

    const found = await list()
    expect(found.map(({ riskLevel, score }) => [riskLevel, score])).toEqual([
      ["Low", 856],
      ["Moderate", 441],
      ["High", 120],
      ["High", 0],
    ])
    expect(found[0]?.personalNumber).toBe("0188****925")
  })

  it("assess companies too", async () => {
    const { client } = service
    await client.call("credit-checks.corporate", {
      body: { organizationId: magicOrganizations.highRisk },
    })
    await client.call("credit-checks.corporate", {
      body: { organizationId: "999999999" },
    })

    expect(await list()).toMatchObject([
      { type: "Corporate", riskLevel: "High" },
      { type: "Corporate", riskLevel: "Low", organizationId: "999999999" },
    ])
  })

  it("are listed by time and read one by one", async () => {
    await check("01886599925")
    service.sandbox.clock.advance({ days: 2 })
    const now = Math.floor(service.sandbox.clock.now().getTime() / 1000)
    const uuid = (await list())[0]?.uuid ?? ""

    expect(await list({ startTimestamp: now - 86_400 })).toEqual([])
    expect(await list({ endTimestamp: now - 86_400 })).toHaveLength(1)
    const one = { params: { uuid } }
    expect((await service.client.call("credit-checks.details", one)).data.score).toBe(856)
    expect(
      await refusalOf(service.client.call("credit-checks.details", { params: { uuid: "x" } }))
    ).toMatchObject({ status: 404, key: "creditCheckHistoryNotFound" })
  })

  it("answer 404 to an empty list, on either form of the path", async () => {
    for (const slashes of ["/", "//"]) {
      const { status, json } = await send(
        "GET",
        `${service.url}/api/v1/connect${slashes}credit/check/list`
      )
      expect(status).toBe(404)
      expect(json.message).toBe("creditCheckHistoryNotFound")
    }
  })

  it.each([["/"], ["//"]])("take the path with %s", async (slashes) => {
    const { status } = await send(
      "POST",
      `${service.url}/api/v1/connect${slashes}credit/check/private`,
      { body: { personalId: "01886599925" } }
    )

    expect(status).toBe(200)
  })

  it("refuse what is no birth number, and real people", async () => {
    const ask = async (personalId: string) =>
      (
        await send("POST", `${service.url}/api/v1/connect//credit/check/private`, {
          body: { personalId },
        })
      ).json

    expect(await ask("99886599925")).toMatchObject({
      status_code: 510,
      message: "personCurrentStatusIsWrong",
      errors: "Fødselsnummeret er ikke gyldig.",
    })
    expect(await ask("01086599925")).toMatchObject({
      status_code: 417,
      errors: [expect.stringContaining("must be synthetic")],
    })
  })
})

describe("company checks", () => {
  const check = async (callbackUrl: string, companyId = 999_999_999) => {
    const { data } = await service.client.call("companies.check", {
      body: {
        companyId,
        callback: {
          callbackUrl,
          success: "https://shop.example/verified",
          failure: "https://shop.example/failed",
        },
      },
    })
    return data
  }
  const history = async (company_id = "999999999") =>
    (
      await service.client.call("companies.information", {
        params: { company_id },
      })
    ).data

  it("send the person to a page, and the result by callback", async () => {
    const merchant = await callbackListener()
    const { companyCheckUuid, url } = await check(`${merchant.url}/?shop=1`)
    expect(companyCheckUuid).toMatch(/^COMCHK\d{10}$/)
    expect(await history()).toEqual([])

    const { headers } = await send("POST", `${url}/accept`)
    await service.sandbox.callbacks.settled()

    expect(headers.location).toBe("https://shop.example/verified")
    const { shop, checksum, ...values } = Object.fromEntries(merchant.received[0]!)
    expect(shop).toBe("1")
    expect(values).toMatchObject({
      companyCheckUuid,
      companyId: "999999999",
      status: "VERIFIED",
      score: "856",
      riskLevel: "Low",
    })
    expect(checksum).toBe(
      createHash("sha256")
        .update(`${Object.values(values).join("")}s3cret`)
        .digest("hex")
    )
    expect(await history()).toMatchObject([{ companyCheckUuid, score: "856", riskLevel: "Low" }])
    await merchant.close()
  })

  it("can fail", async () => {
    const { url } = await check("http://127.0.0.1:9/")

    const { headers } = await send("POST", `${url}/refuse`)

    expect(headers.location).toBe("https://shop.example/failed")
    expect(service.sandbox.companyChecks.list()).toMatchObject([{ state: "failed" }])
    expect(await history()).toEqual([])
  })

  it("know the invoice fees", async () => {
    const { data } = await service.client.call("companies.invoice-fee", {
      params: { company_id: "999999999" },
    })

    expect(data).toMatchObject({
      companyUuid: expect.stringMatching(/^ORG\d{10}$/),
      B2BInvoiceFee: 59,
      B2CVatRate: 25,
    })
  })
})

describe("customers", () => {
  const address = { ...contact.address, street: "Ny gate 2" }
  const { address: _address, ...person } = contact

  it("come into being with an order, and can be changed", async () => {
    const { client, sandbox, url } = service
    await createOrder(url)
    const uuid = sandbox.customers()[0]?.uuid ?? ""
    const params = { customer_uuid: uuid }

    await client.call("customers.update-private", {
      params,
      body: {
        ...person,
        name: "Kari Ny",
        preferredLanguage: "en",
        addresses: { billing: address, shipping: address },
      },
    })

    const { data } = await client.call("customers.details", { params })
    expect(data).toMatchObject({
      uuid,
      type: "Private",
      name: "Kari Ny",
      preferredLanguage: "en",
      personalNumber: "01886599925",
      status: "Active",
      addresses: {
        billing: { street: "Ny gate 2" },
        shipping: { uuid: expect.stringMatching(/^ADRS\d{10}$/) },
      },
    })
  })

  it("are found under their own kind only", async () => {
    const { client, sandbox } = service
    await client.call("orders.create-invoice", {
      body: {
        ...order(),
        customerDetails: corporateCustomer,
        invoiceFeeApplicable: false,
        callback: statusCallback,
      },
    })
    const params = { customer_uuid: sandbox.customers()[0]?.uuid ?? "" }
    const body = {
      ...person,
      name: "Nytt navn AS",
      preferredLanguage: "no" as const,
      addresses: { billing: address },
    }

    expect(
      await refusalOf(client.call("customers.update-private", { params, body }))
    ).toMatchObject({ status: 404, key: "customerNotFound" })
    const { httpStatus } = await client.call("customers.update-corporate", {
      params,
      body: { ...body, organizationId: 888_888_888 },
    })
    expect(httpStatus).toBe(202)
    expect(sandbox.customers()).toMatchObject([
      { name: "Nytt navn AS", organizationId: "888888888" },
    ])
  })
})

describe("users", () => {
  const create = (body: object | undefined, userRoleSlug = "user") =>
    send("GET", `${service.url}/api/v1/connect/users/create/${userRoleSlug}`, {
      body,
    })
  const {
    address: _address,
    preferredLanguage: _language,
    ...person
  } = {
    preferredLanguage: "no",
    ...contact,
  }

  it("are created by a GET that carries a body, once per e-mail", async () => {
    const { status, json } = await create(person, "business-admin")

    expect(status).toBe(201)
    expect(json.message).toBe("userCreatedSuccessfully")
    expect(service.sandbox.users()).toMatchObject([
      { role: "business-admin", email: "k***@example.com" },
    ])
    expect((await create(person)).json.message).toBe("userAlreadyExistsWithSameEmail")
  })

  it("need a role and an organization that exist", async () => {
    expect((await create(undefined)).status).toBe(201)
    expect((await create(person, "owner")).json).toMatchObject({
      status_code: 404,
      message: "userRoleNotFound",
    })
    expect((await create({ ...person, organizationUuid: "nowhere" })).json.message).toBe(
      "organizationNotFound"
    )
  })
})
