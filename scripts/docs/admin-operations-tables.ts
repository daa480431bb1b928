import type { z } from "zod"

import { areas, type OperationId, operationIds, operationOf } from "../../src/connect"
import { table } from "./table"

type Fields = { properties?: Record<string, unknown>; required?: string[] }

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

/** Fields of a part, those that are needed in bold. */
const partOf = (id: OperationId, part: "params" | "query" | "body"): string =>
  fieldsOf(operationOf(id)[part])

const rowOf = (id: OperationId) => {
  const isRead = operationOf(id).safety === "read"
  return [
    `\`${isRead ? "GET" : "POST"} /admin/e-invoice/operations/${id}\``,
    isRead
      ? [partOf(id, "params"), partOf(id, "query")].filter(Boolean).join(", ")
      : [
          partOf(id, "params") && `params: ${partOf(id, "params")}`,
          partOf(id, "body") && `body: ${partOf(id, "body")}`,
        ]
          .filter(Boolean)
          .join("; "),
  ]
}

const areaSection = (area: (typeof areas)[number]): string => `### ${area}

${table(["Call", "Takes"], operationIds.filter((id) => operationOf(id).area === area).map(rowOf))}`

/** How each of the service's operations is called, area by area, from the catalogue. */
export const operationsTables = (): string => areas.map(areaSection).join("\n\n")
