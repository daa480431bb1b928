type Question = {
  entity: string
  fields: readonly string[]
  filters?: Record<string, unknown>
  pagination?: { order?: Record<string, "ASC" | "DESC"> }
}

type Row = Record<string, unknown>

/** Medusa's Query over these records: it filters and sorts them, and gives nothing that is not asked for. */
export class QueryStandIn {
  readonly asked: string[] = []

  constructor(private readonly records: Record<string, readonly object[]>) {}

  async graph({ entity, fields, filters = {}, pagination }: Question) {
    this.asked.push(entity)
    const rows = (this.records[entity] ?? []).map((row) => ({ ...row }) as Row)
    return {
      data: rows
        .filter((row) => Object.entries(filters).every(([name, is]) => isOneOf(row[name], is)))
        .sort(by(Object.entries(pagination?.order ?? {})))
        .map((row) =>
          picked(
            row,
            fields.map((field) => field.split("."))
          )
        ),
    }
  }
}

const isOneOf = (value: unknown, wanted: unknown) =>
  Array.isArray(wanted) ? wanted.includes(value) : value === wanted

const by =
  ([first]: [string, "ASC" | "DESC"][]) =>
  (one: Row, other: Row) =>
    first
      ? String(one[first[0]]).localeCompare(String(other[first[0]])) * (first[1] === "ASC" ? 1 : -1)
      : 0

function picked(value: unknown, paths: readonly string[][]): unknown {
  if (Array.isArray(value)) {
    return value.map((one) => picked(one, paths))
  }
  if (typeof value !== "object" || value === null || paths.some(({ length }) => length === 0)) {
    return value
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const below = paths.filter(([head]) => head === name).map(([, ...rest]) => rest)
      return below.length > 0 ? [[name, picked(inner, below)]] : []
    })
  )
}
