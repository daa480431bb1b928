import type { FindConfig } from "@medusajs/framework/types"

import { listPage } from "../list-page"

type Row = { id: string; name: string; body: string }

const ROWS: readonly Row[] = Array.from({ length: 1_100 }, (_, index) => ({
  id: `row_${index}`,
  name: `row ${index}`,
  body: "wide",
}))

const FILTERS = { name: { $ne: null } }

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
  isGone: (row: Row) => boolean = () => false
) {
  const asked: { filters: object; config: FindConfig<Row> }[] = []
  const found = await listPage<Row>(page(skip, take), {
    filters: FILTERS,
    select: ["id", "name"],
    listAndCount: (filters, config) => {
      asked.push({ filters, config })
      return Promise.resolve([ROWS.slice(skip, skip + take), ROWS.length])
    },
    list: (filters, config) => {
      asked.push({ filters, config })
      const { id: ids } = filters as { id: string[] }
      // In an order of its own, as a look-up by ids answers.
      return Promise.resolve(
        ROWS.filter((row) => ids.includes(row.id) && !isGone(row)).reverse()
      )
    },
  })
  return { asked, ...found, ids: found.rows.map(({ id }) => id) }
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
  const { ids } = await read(1_000, 3, ({ id }) => id === "row_1001")
  expect(ids).toEqual(["row_1000", "row_1002"])
})

it("answers a page behind the end with nothing", async () => {
  expect(await read(5_000, 20)).toMatchObject({ ids: [], count: 1_100 })
})
