import { hasPermission } from "@medusajs/framework"
import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, FeatureFlag } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** Who asks: Medusa's container, and the signed-in user. */
export type Reader = Pick<AuthenticatedMedusaRequest, "scope" | "auth_context">

/** Who an order is for, as the store knows them: read from Medusa whenever it is shown, and kept nowhere else. */
export type Customer = {
  /** Their id in Medusa; a guest has one, too. */
  id: string | null
  name: string | null
  email: string | null
}

/** By what staff know a row. */
export type RowNames = {
  /** The Medusa order's number, as its customer knows it. */
  order_number: string | null
  /** Null where no customer is known, or where the reader's role may not read Medusa's orders. */
  customer: Customer | null
}

/** By what its order, its customer and its cart in Medusa are found. */
type NamedRow = {
  readonly order_id: string | null
  readonly customer_id?: string | null
  readonly cart_id?: string | null
}

const UNKNOWN: RowNames = { order_number: null, customer: null }

/**
 * Names rows: by their Medusa order; where there is none, by their customer in Medusa or the cart of their checkout.
 *
 * @returns a row's names; at most three queries, however many rows there are
 */
export async function namesOf<Row extends NamedRow>(
  reader: Reader,
  rows: readonly Row[]
): Promise<(row: NamedRow) => RowNames> {
  const isAllowed = await maySeeCustomers(reader)
  const orders = await namedOrders(reader.scope, idsOf(rows, "order_id"))
  const rest = isAllowed ? rows.filter(({ order_id }) => !orders.has(order_id ?? "")) : []
  const [customers, carts] = await Promise.all([
    readCustomers(reader.scope, idsOf(rest, "customer_id")),
    readCarts(reader.scope, idsOf(rest, "cart_id")),
  ])
  return ({ order_id, customer_id, cart_id }) => {
    const order = orders.get(order_id ?? "")
    if (order) {
      return isAllowed ? order : { ...order, customer: null }
    }
    const customer = customers.get(customer_id ?? "") ?? carts.get(cart_id ?? "")
    return customer ? { ...UNKNOWN, customer } : UNKNOWN
  }
}

const idsOf = <Row extends NamedRow>(rows: readonly Row[], column: keyof NamedRow): string[] => [
  ...new Set(rows.flatMap((row) => row[column] ?? [])),
]

/** Whether the reader may see who orders: who may read Medusa's own orders sees it there, too. */
export async function maySeeCustomers({ scope, auth_context }: Reader): Promise<boolean> {
  if (!FeatureFlag.isFeatureEnabled("rbac")) {
    return true
  }
  const roles = z.array(z.string()).catch([]).parse(auth_context.app_metadata["roles"])
  return (
    roles.length > 0 &&
    hasPermission({
      roles,
      actions: { resource: "order", operation: "read" },
      container: scope,
    })
  )
}

const text = z.string().nullish()

const address = z.object({ first_name: text, last_name: text }).nullish()

const orderRow = z.object({
  id: z.string(),
  display_id: z.number(),
  custom_display_id: text,
  customer_id: text,
  email: text,
  billing_address: address,
  shipping_address: address,
})

/** The fields of a Medusa order by which {@link namesOfOrder} names it. */
export const NAMING_FIELDS = [
  "id",
  "display_id",
  "custom_display_id",
  "customer_id",
  "email",
  "billing_address.first_name",
  "billing_address.last_name",
  "shipping_address.first_name",
  "shipping_address.last_name",
]

/** The names of an order that was read with {@link NAMING_FIELDS}. */
export function namesOfOrder(read: unknown): RowNames {
  const { display_id, custom_display_id, ...order } = orderRow.parse(read)
  return {
    order_number: custom_display_id ?? String(display_id),
    customer: {
      id: order.customer_id ?? null,
      name: nameOf(order.billing_address) ?? nameOf(order.shipping_address),
      email: order.email ?? null,
    },
  }
}

const nameOf = (of: z.infer<typeof address>): string | null =>
  [of?.first_name, of?.last_name].filter(Boolean).join(" ") || null

/** Names of Medusa's orders, by id; a deleted order has none. */
async function namedOrders(
  container: MedusaContainer,
  id: readonly string[]
): Promise<ReadonlyMap<string, RowNames>> {
  const orders = await readById(container, "order", NAMING_FIELDS, id)
  return new Map(orders.map((order) => [order.id, namesOfOrder(order)]))
}

const customerRow = z.object({ id: z.string(), email: text, first_name: text, last_name: text })

async function readCustomers(
  container: MedusaContainer,
  id: readonly string[]
): Promise<ReadonlyMap<string, Customer>> {
  const fields = ["id", "email", "first_name", "last_name"]
  const rows = await readById(container, "customer", fields, id)
  return new Map(
    z
      .array(customerRow)
      .parse(rows)
      .map((row) => [row.id, { id: row.id, name: nameOf(row), email: row.email ?? null }])
  )
}

const cartRow = orderRow.omit({ display_id: true, custom_display_id: true })

async function readCarts(
  container: MedusaContainer,
  id: readonly string[]
): Promise<ReadonlyMap<string, Customer>> {
  const fields = NAMING_FIELDS.filter((field) => !field.endsWith("display_id"))
  const rows = await readById(container, "cart", fields, id)
  return new Map(
    z
      .array(cartRow)
      .parse(rows)
      .map((row) => [
        row.id,
        {
          id: row.customer_id ?? null,
          name: nameOf(row.billing_address) ?? nameOf(row.shipping_address),
          email: row.email ?? null,
        },
      ])
  )
}

async function readById(
  container: MedusaContainer,
  entity: "order" | "customer" | "cart",
  fields: string[],
  id: readonly string[]
): Promise<{ id: string }[]> {
  return id.length === 0 ? [] : read(container, entity, fields, { id: [...id] })
}

async function read(
  container: MedusaContainer,
  entity: string,
  fields: string[],
  filters: object,
  pagination?: object
): Promise<{ id: string }[]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity, fields, filters, ...(pagination && { pagination }) })
  return data
}

/** Orders, and customers, of Medusa that one search finds: the newest. */
const MOST_FOUND = 1_000

/** Ids in Medusa that a search leads to. */
export type FoundInMedusa = { orders: string[]; customers: string[] }

/** Finds Medusa's orders by what is searched for: first by a whole value, then by a part. */
export type MedusaSearch = {
  /** By an order's whole number or a customer's whole e-mail address. */
  readonly whole: () => Promise<FoundInMedusa>
  /** By parts of a customer's name and e-mail address: each word has to be in one of them. */
  readonly part: () => Promise<FoundInMedusa>
}

const NOTHING: FoundInMedusa = { orders: [], customers: [] }

/** A search for what the list's own columns do not hold. */
export function searchInMedusa(reader: Reader, q: unknown): MedusaSearch | undefined {
  if (typeof q !== "string" || q === "") {
    return undefined
  }
  const { scope } = reader
  return {
    whole: async () => {
      const isAddress = q.includes("@") && (await maySeeCustomers(reader))
      const customers = isAddress ? await ids(scope, "customer", { email: q.toLowerCase() }) : []
      const number = /^\d{1,9}$/.test(q) ? [{ display_id: Number(q) }] : []
      const buyer = customers.length > 0 ? [{ customer_id: customers }] : []
      const orders = { $or: [{ custom_display_id: q }, ...number, ...buyer] }
      return { customers, orders: await ids(scope, "order", orders) }
    },
    part: async () => {
      // Who searches for digits alone means no name.
      if (!/\p{L}/u.test(q) || !(await maySeeCustomers(reader))) {
        return NOTHING
      }
      const words = q.split(/\s+/).map((word) => ({ $ilike: anywhere(word) }))
      const [orders, customers] = await Promise.all([
        ids(scope, "order", { $and: words.map(inOrder) }),
        ids(scope, "customer", { $and: words.map(inCustomer) }),
      ])
      return { orders, customers }
    },
  }
}

const inCustomer = (word: object) => ({
  $or: [{ email: word }, { first_name: word }, { last_name: word }],
})

const inOrder = (word: object) => ({
  $or: [
    { email: word },
    { billing_address: { first_name: word } },
    { billing_address: { last_name: word } },
    { shipping_address: { first_name: word } },
    { shipping_address: { last_name: word } },
  ],
})

/** A pattern for text that holds these characters. */
export const anywhere = (characters: string): string =>
  `%${characters.replaceAll(/[\\%_]/g, "\\$&")}%`

async function ids(container: MedusaContainer, entity: string, filters: object) {
  const rows = await read(container, entity, ["id"], filters, {
    take: MOST_FOUND,
    order: { created_at: "DESC" },
  })
  return rows.map(({ id }) => id)
}
