import { z } from "zod"
import { operationIds, operationOf, pathParameters, type Operation } from "../../connect"
import { pathVariants } from "../http/route-paths"

type Json = Readonly<Record<string, unknown>>

/**
 * The interface as an OpenAPI 3.1 document, derived from the catalogue.
 *
 * @param serverUrl the specification's `{base_url}`
 */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const id of operationIds) {
    const operation = operationOf(id)
    pathVariants(operation.path).forEach((path, index) => {
      const described = describe(operation, path)
      const operationId = index === 0 ? id : `${id}.${index + 1}`
      paths[path] = {
        ...paths[path],
        [operation.method.toLowerCase()]: { operationId, ...described },
      }
    })
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Private e-invoice order service, as the sandbox emulates it",
      version: "1",
      description:
        "Each operation says what it rests on (x-provenance). Answers show the fields a client reads; a field that is absent may come as null.",
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Failure: failureSchema },
    },
    paths,
  }
}

const failureSchema = {
  type: "object",
  required: ["status_code", "status_message", "message"],
  properties: {
    status_code: { type: "integer" },
    status_message: { type: "string" },
    message: { type: "string" },
    is_data: { type: "boolean" },
    data: { type: "null" },
    is_error: { type: "boolean" },
    errors: {},
  },
}

function describe(operation: Operation, path: string): Json {
  const { assumed, body, preconditions, provenance, safety, title } = operation
  return {
    summary: title,
    tags: [operation.area],
    "x-provenance": provenance,
    "x-safety": safety,
    ...(assumed && { "x-assumed": assumed }),
    ...(preconditions && { "x-preconditions": preconditions }),
    parameters: parametersOf(operation, path),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: jsonContent(jsonSchema(body, "input"), operation.example().request.body),
      },
    }),
    responses: responsesOf(operation),
  }
}

function parametersOf({ params, query, example }: Operation, path: string): Json[] {
  const { request } = example()
  const inPath = pathParameters(path).map(({ name }) => ({
    name,
    in: "path",
    required: true,
    schema: propertyOf(params, name),
    ...exampleOf(request.params, name),
  }))
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: !z.safeParse(schema, undefined).success,
    schema: propertyOf(query, name),
    ...exampleOf(request.query, name),
  }))
  return [...inPath, ...inQuery]
}

const exampleOf = (values: Json | undefined, name: string) =>
  values?.[name] !== undefined && { example: values[name] }

function propertyOf(schema: z.ZodObject | undefined, name: string): unknown {
  const properties = schema && jsonSchema(schema, "input").properties
  return Reflect.get(Object(properties), name) ?? { type: "string" }
}

function responsesOf(operation: Operation): Json {
  const { data, emptyList, example, paginated, refusals, success } = operation
  const refused = [
    { status: 401, messageKey: "unauthorized" },
    ...refusals,
    ...(emptyList ? [emptyList] : []),
  ]
  const responses: Record<string, Json> = {
    [success.status]: {
      description: success.messageKey,
      content: jsonContent({
        type: "object",
        required: ["status_code", "status_message", "message", "data"],
        properties: {
          status_code: { const: success.status },
          status_message: { type: "string" },
          message: { const: success.messageKey },
          is_data: { type: "boolean" },
          data: { ...jsonSchema(data, "output"), examples: [example().answer] },
          ...(paginated && {
            metaData: { type: "object" },
            links: { type: "object" },
          }),
        },
      }),
    },
  }
  for (const { status } of refused) {
    const keys = refused.filter((one) => one.status === status).map(({ messageKey }) => messageKey)
    responses[status] = {
      description: [...new Set(keys)].join(", "),
      content: jsonContent({ $ref: "#/components/schemas/Failure" }),
    }
  }
  return responses
}

function jsonContent(schema: Json, example?: unknown): Json {
  return { "application/json": { schema, ...(example !== undefined && { example }) } }
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
