import type { z } from "zod"

import { operationRoutes } from "../../src/api/admin/e-invoice/operation-routes"
import { areas, type OperationId, operationIds, operationOf } from "../../src/connect"
import { table } from "./table"

type Fields = { properties?: Record<string, unknown>; required?: string[] }

const isOptional = (schema: z.ZodType) => schema.safeParse(undefined).success

const fieldsOf = (schema: z.ZodType | undefined): string => {
  if (!schema) {
    return ""
  }
  const json = schema.toJSONSchema({ io: "input", unrepresentable: "any" })
  const kinds = (json.anyOf ?? json.oneOf ?? [json]) as Fields[]
  const names = new Set(kinds.flatMap(({ properties }) => Object.keys(properties ?? {})))
  return [...names]
    .map((name) => (kinds.every(({ required }) => required?.includes(name)) ? `**${name}**` : name))
    .join(", ")
}

function queryOf(id: OperationId): string {
  const { params, query } = operationOf(id)
  const ofPath = Object.entries(params?.shape ?? {})
    .filter(([, field]) => isOptional(field as z.ZodType))
    .map(([name]) => name)
  return [...ofPath, fieldsOf(query)].filter(Boolean).join(", ")
}

const rowOf = (id: OperationId) => {
  const { method, path } = operationRoutes[id]
  return [
    `\`${method} /admin/e-invoice${path}\``,
    `\`${id}\``,
    method === "GET" ? queryOf(id) : fieldsOf(operationOf(id).body),
  ]
}

const areaSection = (area: (typeof areas)[number]): string => `### ${area}

${table(
  ["Route", "Operation", "Query or body"],
  operationIds.filter((id) => operationOf(id).area === area).map(rowOf)
)}`

/** The routes of the service's operations, area by area, from the catalogue. */
export const operationsTables = (): string => areas.map(areaSection).join("\n\n")
