import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { promisify } from "node:util"

import Ajv2020 from "ajv/dist/2020"
import { type OperationId, operationIds, operationOf } from "../../connect"
import { recordedAnswers } from "../../connect/__tests__/recorded-answers"
import { type Notice, noticeAddress } from "../callbacks/notice"
import { operationRoutes } from "../http/route-paths"
import { openApiDocument } from "../openapi/openapi-document"
import { createSandbox } from ".."
import { eInvoiceBody, send } from "./client"

type Content = {
  "application/json": {
    schema: object
    example?: unknown
    examples?: Record<string, { value: unknown }>
  }
}

type Parameter = { name: string; in: string; required: boolean; schema: object }

type Described = {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content } | { $ref: string }>
  callbacks?: Record<string, Record<string, { get: { parameters: Parameter[] } }>>
}

const document = openApiDocument({ url: "http://sandbox.test" })
const paths = document.paths as Record<string, Record<string, Described>>
const described = Object.values(paths).flatMap((path) => Object.values(path))

/** The validator is an ES module, which Jest does not load: its command reads the document from a file. */
async function validate(description: unknown): Promise<unknown> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "openapi-"))
  const file = path.join(folder, "openapi.json")
  const command = require.resolve("@seriousme/openapi-schema-validator/bin/validate-api-cli.js")
  writeFileSync(file, JSON.stringify(description))
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [command, file]).catch(
      (error: { stdout: string }) => error
    )
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it("is a valid OpenAPI 3.1 document as a whole", async () => {
  const served: unknown = JSON.parse(JSON.stringify(document))

  expect(served).toMatchObject({ openapi: "3.1.0" })
  expect(await validate(served)).toEqual({ valid: true })
  expect(await validate({ ...document, paths: { "no-slash": {} } })).toMatchObject({ valid: false })
})

it("describes every operation once, and its shorter paths", () => {
  const ids = described.map(({ operationId }) => operationId)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining([...operationIds]))
  expect(paths).toHaveProperty(["/api/v1/connect/subscriptions/list/{status}", "get"])
  expect(paths).toHaveProperty(["/api/v1/connect/subscriptions/list", "get"])
})

it("names exactly the parameters of each path", () => {
  for (const [path, methods] of Object.entries(paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { parameters } of Object.values(methods)) {
      const named = parameters.filter((one) => one.in === "path")
      expect(named.map(({ name }) => name)).toEqual(inPath)
      expect(named.every(({ required }) => required)).toBe(true)
    }
  }
})

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const components = document.components as {
  responses: Record<string, { content: Content }>
  schemas: Record<string, { properties?: object }>
}

const compile = (schema: object) => ajv.compile({ ...schema, components })
const content = (part: { content: Content } | undefined) => part?.content["application/json"]

/** What an operation answers with a status, wherever it is described. */
function responseOf(described: Described | undefined, status: number | string) {
  const own = described?.responses[status]
  return own && "$ref" in own ? components.responses[status] : own
}

/** What keeps a value from being what a part of the document says. */
function problems(part: { content: Content } | undefined, value: unknown): string {
  const validate = compile(content(part)?.schema ?? { not: {} })
  return validate(value) ? "" : ajv.errorsText(validate.errors)
}

const of = (id: OperationId) => described.find(({ operationId }) => operationId === id)

it("tells a right body from a wrong one", () => {
  const { requestBody } = of("orders.create-e-invoice") ?? {}
  const body = eInvoiceBody()

  expect(problems(requestBody, body)).toBe("")
  expect(problems(requestBody, { ...body, products: { 0: body.products[0] } })).toBe("")
  expect(problems(requestBody, { ...body, referenceNo: null, invoiceMaturity: "" })).toBe("")
  expect(problems(requestBody, { ...body, orderSummary: undefined })).toMatch(/orderSummary/)
  expect(problems(requestBody, { ...body, invoiceInterval: 3 })).toMatch(/invoiceInterval/)
  expect(problems(requestBody, { ...body, products: [] })).toMatch(/products/)
})

it.each(operationIds)("shows examples of %s that keep its schemas", (id) => {
  const { requestBody, responses = {} } = of(id) ?? {}
  const { request, answer } = operationOf(id).example()

  expect(content(requestBody)?.example).toEqual(request.body)
  expect(requestBody ? problems(requestBody, request.body) : "").toBe("")
  expect(operationOf(id).data.safeParse(answer)).toMatchObject({ success: true })
  for (const status of Object.keys(responses)) {
    const response = responseOf(of(id), status)
    const { example, examples = {} } = content(response) ?? {}
    const shown = example ? [example] : Object.values(examples).map(({ value }) => value)
    expect(shown).not.toEqual([])
    expect(shown.map((value) => problems(response, value)).join("")).toBe("")
  }
})

const published = recordedAnswers.filter(
  ({ body, source }) => !/^no source|^a 404/.test(source) && body
)

// A 401 is in no source; the terminal operation is not part of the interface, and its codes differ.
it.each(published.filter(({ source, status }) => status !== 401 && !/terminal/.test(source)))(
  "takes the published answer of $id: $source",
  ({ body, id, status }) => {
    expect(problems(responseOf(of(id), status), body)).toBe("")
  }
)

it("describes what the specification says of the fields", () => {
  const { schemas } = components

  expect(schemas["orders.create-e-invoice.body"]?.properties).toMatchObject({
    invoiceInterval: {
      description: "0 = daily, 1 = once a month, 2 = twice a month.",
      default: 0,
      anyOf: [{ enum: [0, 1, 2, "0", "1", "2"] }, { $ref: "#/components/schemas/Absent" }],
    },
    separateInvoices: { default: true },
    callback: { $ref: "#/components/schemas/StatusCallback" },
  })
  expect(schemas.StatusCallback?.properties).toHaveProperty(
    "callbackUrl.description",
    "Address that receives order state changes by HTTP GET."
  )
  expect(schemas.Order?.properties).toHaveProperty("orderSummary.anyOf.0.properties.tax")
})

it("serves every other reading that it describes, and says where it is from", () => {
  const path = "/api/v1/connect/orders/invoice/create/faktura"

  expect(paths[path]?.post).toMatchObject({
    deprecated: true,
    description: expect.stringContaining("recordings of July 2025") as string,
  })
  expect(
    Object.entries(paths)
      .flatMap(([one, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${one}`)
      )
      .sort()
  ).toEqual(
    operationRoutes()
      .map((route) => `${route.method} ${route.path}`)
      .sort()
  )
})

const toldOf = {
  callbackUrl: "https://shop.example/hook?order=7",
  recordUuid: "ODR1",
  status: "PAID",
}
const notices: [OperationId, Notice][] = [
  [
    "orders.create-e-invoice",
    { ...toldOf, kind: "status", paymentMethod: "invoice", amount: "1", createdAt: 1 },
  ],
  [
    "companies.check",
    { ...toldOf, kind: "company-check", companyId: "999888777", score: "1", riskLevel: "Low" },
  ],
]

it.each(notices)("describes the callback of %s with its parameters", (id, notice) => {
  const [callback] = Object.values(of(id)?.callbacks ?? {})
  const named = callback?.["{$request.body#/callback/callbackUrl}"]?.get.parameters ?? []
  const address = noticeAddress(notice, 1, { secret: "s", formula: "with-payment-method" })

  expect(["order", ...named.map(({ name }) => name)]).toEqual([
    ...new URL(address).searchParams.keys(),
  ])
})

it("is served with the sandbox's own address", async () => {
  const sandbox = createSandbox()
  const { url } = await sandbox.listen()

  const { status, json } = await send("GET", `${url}/sandbox/openapi.json`)

  expect(status).toBe(200)
  expect(json).toMatchObject({ openapi: "3.1.0", servers: [{ url }] })
  await sandbox.close()
})
