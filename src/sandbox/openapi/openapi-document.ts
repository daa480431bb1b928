import {
  checksumFormulas,
  type NoticeParameter,
  noticeParameters,
  type Operation,
  type OperationId,
  operationIds,
  operationOf,
  type OtherBody,
  pathParameters,
} from "../../connect"
import { type CompanyNoticeParameter, companyNoticeParameters } from "../callbacks/notice"
import { type OperationRoute, operationRoutes, pathVariants } from "../http/route-paths"
import {
  type Json,
  jsonSchemaOf,
  Named,
  neededForm,
  saidOf,
  schemaRef,
  sharedForms,
} from "./json-schema"
import { answerForm, answerForms, answerHeaders, responsesOf, sharedResponses } from "./responses"

/**
 * The interface as an OpenAPI 3.1 document, derived from the catalogue: what is on the wire, where the client gives more
 * handy values.
 *
 * @param servers the specification's `{base_url}`
 */
export function openApiDocument(...servers: readonly Json[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const seen = new Map<string, number>()
  for (const route of operationRoutes()) {
    const { id, method, path } = route
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    const operationId = count === 1 ? id : `${id}.${count}`
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: { operationId, ...describe(operationOf(id), route) },
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Private e-invoice order service, as the sandbox emulates it",
      version: "1",
      description: about,
    },
    servers,
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      headers: answerHeaders,
      responses: sharedResponses(),
      schemas: { ...sharedForms, ...answerForms, ...operationForms() },
    },
    paths,
  }
}

const about = `What is on the wire, as the interface specification, the operator's documentation and recorded traffic have it.
Each operation says what it rests on: \`x-provenance\`, and \`x-assumed\` for parts that no source shows.

Members that are not described here may come at any time. Null and empty text stand for what is left out. Numbers come as
text too, flags as 0 and 1, and lists as objects with index keys.`

/** The bodies and the data of all operations, each under the operation's id, and what they share. */
function operationForms(): Json {
  const named = new Named()
  const forms: (readonly [string, Json])[] = operationIds.flatMap((id) => {
    const { body, data } = operationOf(id)
    return [
      ...(body ? [[`${id}.body`, neededForm(body, named)] as const] : []),
      ...otherBodies(id).map(
        ({ takes }, index) =>
          [`${id}.body.${index + 2}`, neededForm(takes.schema(), named)] as const
      ),
      [`${id}.data`, answerForm(data, named)] as const,
    ]
  })
  return { ...named.forms, ...Object.fromEntries(forms) }
}

/** The bodies of other readings of an operation that are served, in their order. */
const otherBodies = (id: OperationId): Required<OtherBody>[] =>
  operationRoutes().flatMap((route) => {
    const { takes, write } = route.body ?? {}
    return route.id === id && takes && write ? [{ takes, write }] : []
  })

/** The body that an operation takes at an address. */
function requestBodyOf({ body, example, id }: Operation, other: OtherBody | undefined): Json {
  const index = otherBodies(id as OperationId).findIndex(({ write }) => write === other?.write)
  const sample = example().request.body
  return {
    required: !body?.safeParse(undefined).success,
    content: {
      "application/json": {
        schema: schemaRef(index < 0 ? `${id}.body` : `${id}.body.${index + 2}`),
        example: index < 0 ? sample : other?.write(sample),
      },
    },
  }
}

function describe(operation: Operation, route: OperationRoute): Json {
  const { area, assumed, body, preconditions, provenance, safety, sources, title } = operation
  const otherReading = otherReadingOf(operation, route)
  const callbacks = callbacksOf(operation)
  return {
    summary: title,
    ...(otherReading && { description: otherReading, deprecated: true }),
    tags: [area],
    "x-provenance": provenance,
    "x-sources": sources,
    "x-safety": safety,
    ...(assumed && { "x-assumed": assumed }),
    ...(preconditions && { "x-preconditions": preconditions }),
    parameters: parametersOf(operation, route),
    ...(body && { requestBody: requestBodyOf(operation, route.body) }),
    responses: responsesOf(operation),
    ...(callbacks && { callbacks }),
  }
}

/** Why an operation is served at another address than its entry's, in a sentence; undefined at its own. */
function otherReadingOf(
  operation: Operation,
  { method, path }: OperationRoute
): string | undefined {
  const isAt = (at: Pick<Operation, "method" | "path">) =>
    at.method === method && pathVariants(at.path).includes(path)
  if (isAt(operation)) {
    return undefined
  }
  const found = operation.alternatives?.find((other) => isAt({ ...operation, ...other }))
  return `Another reading of the interface: ${found?.source ?? "with a single slash"}.`
}

/** Path parameters that this path has no place for are taken from the query. */
function parametersOf({ example, params, query }: Operation, { path }: OperationRoute): Json[] {
  const { request } = example()
  const inPath = new Set(pathParameters(path).map(({ name }) => name))
  const ofPath = Object.entries(params?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: inPath.has(name) ? "path" : "query",
    required: inPath.has(name),
    ...parameterForm(schema, request.params?.[name]),
  }))
  const ofQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: !schema.safeParse(undefined).success,
    ...parameterForm(schema, request.query?.[name]),
  }))
  return [...ofPath, ...ofQuery]
}

function parameterForm(schema: Parameters<typeof jsonSchemaOf>[0], example: unknown): Json {
  const { description, ...form } = { ...jsonSchemaOf(schema), ...saidOf(schema) }
  return {
    ...(description !== undefined && { description }),
    schema: form,
    ...(example !== undefined && { example }),
  }
}

/** What the service reports of a record that an operation makes, to the address that its request names. */
export function callbacksOf({ creates }: Operation): Json | undefined {
  if (!creates?.reportsBack) {
    return undefined
  }
  const [name, described] =
    creates.kind === "company-check"
      ? ["companyCheck", companyParameters]
      : ["status", statusParameters]
  return {
    [name]: {
      "{$request.body#/callback/callbackUrl}": {
        get: {
          summary: "Status change",
          description:
            "Appended to the address's own query. Retries, and what the service makes of the answer, are in no source.",
          security: [],
          parameters: described,
          responses: { "2XX": { description: "Received. The sandbox takes any 2xx." } },
        },
      },
    },
  }
}

const formulas = Object.entries(checksumFormulas).map(
  ([name, values]) => `${name} (${values.join(", ")})`
)

const saidOfStatus: Readonly<Record<NoticeParameter, Json>> = {
  orderUuid: {
    description: "Identifier of the order, reservation or subscription order.",
    example: "ODR1234567890",
  },
  status: {
    description: "The record's status. A printed sample has `success`, which names none.",
    example: "PAID",
  },
  paymentMethod: { description: "Method that the payer chose.", example: "visa" },
  amount: { description: "The order's amount, in kroner.", example: "100" },
  createdAt: { description: "When the order was made, in Unix seconds.", example: "1755764131" },
  timestamp: { description: "When it was sent, in Unix seconds.", example: "1755764131" },
  checksum: {
    description: `SHA-256, in hex, of values one after the other and the secret. Revisions of the documentation differ in the values: ${formulas.join("; ")}.`,
    example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  },
}

const saidOfCompany: Readonly<Record<CompanyNoticeParameter, Json>> = {
  companyCheckUuid: { description: "Identifier of the check.", example: "COMCHK1234567890" },
  companyId: { description: "Organization number.", example: "999888777" },
  status: { description: "How the verification ended.", example: "VERIFIED" },
  score: { description: "The credit score.", example: "856" },
  riskLevel: { description: "Low, Moderate or High.", example: "Low" },
  timestamp: saidOfStatus.timestamp,
  checksum: {
    description: "SHA-256, in hex, of all values one after the other and the secret.",
    example: saidOfStatus.checksum.example,
  },
}

const noticeParametersIn = <Name extends string>(
  names: readonly Name[],
  said: Readonly<Record<Name, Json>>,
  more: Json = {}
): Json[] =>
  names.map((name) => ({
    name,
    in: "query",
    required: true,
    schema: { type: "string" },
    ...said[name],
    ...more,
  }))

const statusParameters = noticeParametersIn(noticeParameters, saidOfStatus)

/** No source names them. */
const companyParameters = noticeParametersIn(companyNoticeParameters, saidOfCompany, {
  "x-assumed": true,
})
