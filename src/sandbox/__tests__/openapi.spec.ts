import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { promisify } from "node:util"

import Ajv2020 from "ajv/dist/2020"
import { operationIds, operationOf } from "../../connect"
import { openApiDocument } from "../openapi/openapi-document"
import { createSandbox } from ".."
import { eInvoiceBody, send } from "./client"

type Described = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: { "application/json": { schema: object; example?: unknown } } }
  responses: Record<string, { content: { "application/json": { schema: object } } }>
}

const document = openApiDocument("http://sandbox.test")
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

it("holds schemas that compile, and that tell a right body from a wrong one", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const compile = (schema: object) => ajv.compile({ ...schema, components: document.components })
  const compiled = described.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((part) =>
      part ? compile(part.content["application/json"].schema) : []
    )
  )
  const create = described.find(({ operationId }) => operationId === "orders.create-e-invoice")
  const schema = create?.requestBody?.content["application/json"].schema ?? {}
  const validate = compile(schema)

  expect(compiled.length).toBeGreaterThan(operationIds.length * 2)
  expect(validate(eInvoiceBody())).toBe(true)
  expect(validate({ ...eInvoiceBody(), orderSummary: undefined })).toBe(false)
})

it.each(operationIds)("shows an example of %s that keeps its schemas", (id) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const { requestBody } = described.find(({ operationId }) => operationId === id) ?? {}
  const { example, schema } = requestBody?.content["application/json"] ?? {}
  const { request, answer } = operationOf(id).example()

  expect(example).toEqual(request.body)
  expect(schema === undefined || ajv.compile(schema)(example)).toBe(true)
  expect(operationOf(id).data.safeParse(answer)).toMatchObject({ success: true })
})

it("is served with the sandbox's own address", async () => {
  const sandbox = createSandbox()
  const { url } = await sandbox.listen()

  const { status, json } = await send("GET", `${url}/sandbox/openapi.json`)

  expect(status).toBe(200)
  expect(json).toMatchObject({ openapi: "3.1.0", servers: [{ url }] })
  await sandbox.close()
})
