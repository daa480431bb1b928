import type { ValidateFunction } from "ajv"
import type AjvClass from "ajv/dist/2020"

import { type Answered, answered } from "../http/request-log"
import type * as Document from "../openapi/openapi-document"

/*
 * Holds every answer of every sandbox in a suite to the API document, and so every request that a sandbox took. Jest runs this
 * before each file of specifications; nothing is loaded before a sandbox answers.
 */

type Body = { content: { "application/json": { schema: object } } }

type Described = {
  operationId: string
  requestBody?: Body
  responses: Readonly<Record<string, Body | { $ref: string }>>
}

const broken: string[] = []
let holder: ((call: Answered) => string[]) | undefined

const hold = (message: unknown) => {
  holder ??= makeHolder()
  broken.push(...holder(message as Answered))
}

beforeAll(() => answered.subscribe(hold))
afterAll(() => answered.unsubscribe(hold))
// Not an expectation: a test may count its own.
afterEach(() => {
  const found = broken.splice(0)
  if (found.length > 0) {
    throw new Error(`The API document does not allow for what a sandbox did:\n${found.join("\n")}`)
  }
})

/** @returns gives what of a call the document does not allow for, in sentences */
function makeHolder(): (call: Answered) => string[] {
  const { openApiDocument } = jest.requireActual<typeof Document>("../openapi/openapi-document")
  const { default: Ajv } = jest.requireActual<{ default: typeof AjvClass }>("ajv/dist/2020")
  const { components, paths } = openApiDocument() as {
    components: { responses: Readonly<Record<string, Body>> }
    paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  }
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const compiled = new Map<object, ValidateFunction>()

  function problemsOf(what: string, body: Body | undefined, value: unknown): string[] {
    const { schema } = body?.content["application/json"] ?? {}
    if (!schema) {
      return [`${what} is not described`]
    }
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components })
    compiled.set(schema, validate)
    return validate(value) ? [] : [`${what}: ${ajv.errorsText(validate.errors)}`]
  }

  return ({ method, path, status, body, request }) => {
    const described = paths[path]?.[method.toLowerCase()]
    if (!described) {
      return [`${method} ${path} is not described`]
    }
    const { operationId, requestBody, responses } = described
    const own = responses[status]
    const response = own && "$ref" in own ? components.responses[status] : own
    const taken = status < 300 && requestBody && request !== undefined
    return [
      ...problemsOf(`${operationId} ${status}`, response, body),
      ...(taken ? problemsOf(`body of ${operationId}`, requestBody, request) : []),
    ]
  }
}
