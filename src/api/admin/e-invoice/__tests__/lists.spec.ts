import type { FindConfig } from "@medusajs/framework/types"

import { listPage } from "../lists"

type Row = { id: string; name: string; body: string }

const ROWS: readonly Row[] = Array.from({ length: 1_100 }, (_, index) => ({
  id: `row_${index}`,
  name: `row ${index}`,
  body: "wide",
}))

const FILTERS = { name: { $ne: null } }

/** How a search finds rows: by a whole identifier, or by a part. */
const SEARCH = (name: unknown) => ({ $and: [{}, { $or: [{ name }, { order_id: [] }] }] })

const PART = SEARCH({ $ilike: "%row%" })

const page = (skip: number, take: number) => ({
  queryConfig: {
    fields: ["id"],
    pagination: { skip, take, order: { created_at: "DESC" } },
  },
})

/** Reads a page of these rows; says which statements it took. */
async function read(
  skip: number,
  take: number,
  { isGone = () => false, found }: { isGone?: (row: Row) => boolean; found?: readonly Row[] } = {}
) {
  const asked: { filters: object; config: FindConfig<Row> }[] = []
  const all = found ?? ROWS
  const answer = await listPage<Row>(page(skip, take), {
    filters: found ? { q: "row" } : FILTERS,
    identifiers: ["name"],
    select: ["id", "name"],
    listAndCount: (filters, config) => {
      asked.push({ filters, config })
      return Promise.resolve([all.slice(skip, skip + take), all.length])
    },
    list: (filters, config) => {
      asked.push({ filters: { ...filters }, config })
      if ("$and" in filters) {
        const isPart = JSON.stringify(filters).includes("$ilike")
        return Promise.resolve(isPart ? all.slice(0, config.take ?? undefined) : [])
      }
      const { id: ids } = filters as { id: string[] }
      // In an order of its own, as a look-up by ids answers.
      return Promise.resolve(all.filter((row) => ids.includes(row.id) && !isGone(row)).reverse())
    },
  })
  return { asked, ...answer, ids: answer.rows.map(({ id }) => id) }
}

const sorted = { created_at: "DESC", id: "DESC" }

it("reads the rows of a page near the beginning at once", async () => {
  const { asked, ids, count, offset, limit } = await read(980, 2)
  expect({ ids, count, offset, limit }).toEqual({
    ids: ["row_980", "row_981"],
    count: 1_100,
    offset: 980,
    limit: 2,
  })
  expect(asked).toEqual([
    {
      filters: FILTERS,
      config: { skip: 980, take: 2, order: sorted, select: ["id", "name"] },
    },
  ])
})

it("finds a page far from the beginning by its ids, and reads no other rows", async () => {
  const { asked, ids, count } = await read(1_000, 3)
  expect({ ids, count }).toEqual({
    ids: ["row_1000", "row_1001", "row_1002"],
    count: 1_100,
  })
  expect(asked).toEqual([
    {
      filters: FILTERS,
      config: { skip: 1_000, take: 3, order: sorted, select: ["id"] },
    },
    {
      filters: { id: ids },
      config: { take: 3, select: ["id", "name"] },
    },
  ])
})

it("leaves out a row that is gone when the rows are read", async () => {
  const { ids } = await read(1_000, 3, {
    isGone: ({ id }) => id === "row_1001",
  })
  expect(ids).toEqual(["row_1000", "row_1002"])
})

it("answers a page behind the end with nothing", async () => {
  expect(await read(5_000, 20)).toMatchObject({ ids: [], count: 1_100 })
})

it("looks for whole identifiers, then once through the whole list, for a search that finds few, and counts what it found", async () => {
  const { asked, ids, count } = await read(2, 2, { found: ROWS.slice(0, 5) })
  expect({ ids, count }).toEqual({ ids: ["row_2", "row_3"], count: 5 })
  expect(asked).toEqual([
    { filters: SEARCH("row"), config: { take: 1_000, order: sorted, select: ["id"] } },
    { filters: PART, config: { take: 1_000, order: sorted, select: ["id"] } },
    { filters: { id: ids }, config: { take: 2, select: ["id", "name"] } },
  ])
})

it("answers a search that finds nothing, or a page behind what it finds, with nothing", async () => {
  for (const found of [[], ROWS.slice(0, 5)]) {
    const { asked, ids, count } = await read(20, 20, { found })
    expect({ ids, count }).toEqual({ ids: [], count: found.length })
    expect(asked).toHaveLength(2)
  }
})

it("reads a page of a search that finds many as of any list", async () => {
  const { asked, ids, count } = await read(2, 2, { found: ROWS })
  expect({ ids, count }).toEqual({ ids: ["row_2", "row_3"], count: 1_100 })
  expect(asked.at(-1)).toEqual({
    filters: PART,
    config: { skip: 2, take: 2, order: sorted, select: ["id", "name"] },
  })
})
