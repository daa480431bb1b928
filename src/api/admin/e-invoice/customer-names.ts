import { hasPermission } from "@medusajs/framework"
import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, FeatureFlag } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** Who asks: Medusa's container, and the signed-in user. */
export type Reader = Pick<AuthenticatedMedusaRequest, "scope" | "auth_context">

/** Who an order is for, as the store knows them: read from Medusa whenever it is shown, and kept nowhere else. */
type Customer = {
  /** Their id in Medusa; a guest has one, too. */
  id: string | null
  name: string | null
  email: string | null
  /** The company that buys; null where a person does. */
  company: string | null
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

const address = z.object({ first_name: text, last_name: text, company: text }).nullish()

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
const NAMING_FIELDS = [
  "id",
  "display_id",
  "custom_display_id",
  "customer_id",
  "email",
  "billing_address.first_name",
  "billing_address.last_name",
  "billing_address.company",
  "shipping_address.first_name",
  "shipping_address.last_name",
  "shipping_address.company",
]

/** The names of an order that was read with {@link NAMING_FIELDS}. */
function namesOfOrder(read: unknown): RowNames {
  const { display_id, custom_display_id, ...order } = orderRow.parse(read)
  return {
    order_number: custom_display_id ?? String(display_id),
    customer: {
      id: order.customer_id ?? null,
      name: nameOf(order.billing_address) ?? nameOf(order.shipping_address),
      email: order.email ?? null,
      company: companyOf(order),
    },
  }
}

const companyOf = ({
  billing_address: billing,
  shipping_address: shipping,
}: Pick<z.infer<typeof orderRow>, "billing_address" | "shipping_address">): string | null =>
  (billing?.company || shipping?.company) ?? null

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

const customerRow = z.object({
  id: z.string(),
  email: text,
  first_name: text,
  last_name: text,
  company_name: text,
})

async function readCustomers(
  container: MedusaContainer,
  id: readonly string[]
): Promise<ReadonlyMap<string, Customer>> {
  const fields = ["id", "email", "first_name", "last_name", "company_name"]
  const rows = await readById(container, "customer", fields, id)
  return new Map(
    z
      .array(customerRow)
      .parse(rows)
      .map((row) => [
        row.id,
        {
          id: row.id,
          name: nameOf(row),
          email: row.email ?? null,
          company: row.company_name || null,
        },
      ])
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
          company: companyOf(row),
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

/** Orders, and customers, of Medusa that a search for a part finds at most: the newest. */
const MOST_WITH_A_PART = 1_000

/** Those that a search for the whole finds at most: PostgreSQL takes 65,535 values in one statement. */
const MOST_WITH_THE_WHOLE = 20_000

/** Checkouts without an order whose carts are searched at most: the newest. */
const MOST_CHECKOUTS = 20_000

/** What a search in Medusa leads to: ids of orders and customers, and of the list's own rows that have a cart alone. */
export type FoundInMedusa = {
  orders: string[]
  customers: string[]
  rows: string[]
  /** Whether more match. */
  isCut: boolean
}

/** Finds Medusa's orders by what is searched for: first by a whole value, then by a part. */
export type MedusaSearch = {
  /** By an order's whole number, or the whole e-mail address, name or company of a customer. */
  readonly whole: () => Promise<FoundInMedusa>
  /** By parts of a customer's name, company and e-mail address: each word has to be in one of them. */
  readonly part: () => Promise<FoundInMedusa>
}

const NOTHING: FoundInMedusa = { orders: [], customers: [], rows: [], isCut: false }

/** Gives rows that have a cart and no order, the newest first, and no more than so many. */
type RowsOfCarts = (limit: number) => Promise<readonly { id: string; cart_id: string }[]>

/**
 * A search for what the list's own columns do not hold.
 *
 * @param rowsOfCarts of a list of checkouts: one in doubt has a cart, and no order yet
 */
export function searchInMedusa(
  reader: Reader,
  q: unknown,
  rowsOfCarts?: RowsOfCarts
): MedusaSearch | undefined {
  if (typeof q !== "string" || q === "") {
    return undefined
  }
  const { scope } = reader
  const rowsOf = async (filters: object): Promise<string[]> => {
    const rows = (await rowsOfCarts?.(MOST_CHECKOUTS)) ?? []
    if (rows.length === 0) {
      return []
    }
    const inOneOf = { $and: [{ id: rows.map(({ cart_id }) => cart_id) }, filters] }
    const carts = new Set((await read(scope, "cart", ["id"], inOneOf)).map(({ id }) => id))
    return rows.flatMap(({ id, cart_id }) => (carts.has(cart_id) ? [id] : []))
  }
  return {
    whole: async () => {
      const isAboutPeople = /\p{L}/u.test(q) && (await maySeeCustomers(reader))
      const ofCustomer = isAboutPeople ? wholeOf(q) : undefined
      const customers = ofCustomer
        ? await ids(scope, "customer", ofCustomer.inCustomer, MOST_WITH_THE_WHOLE)
        : NONE
      const number = /^\d{1,9}$/.test(q) ? [{ display_id: Number(q) }] : []
      const buyer = customers.found.length > 0 ? [{ customer_id: customers.found }] : []
      const orders = await ids(
        scope,
        "order",
        { $or: [{ custom_display_id: q }, ...number, ...buyer, ...(ofCustomer?.inOrder ?? [])] },
        MOST_WITH_THE_WHOLE
      )
      return {
        customers: customers.found,
        orders: orders.found,
        rows: ofCustomer ? await rowsOf({ $or: [...buyer, ...ofCustomer.inCart] }) : [],
        isCut: customers.isCut || orders.isCut,
      }
    },
    part: async () => {
      // Who searches for digits alone means no name.
      if (!/\p{L}/u.test(q) || !(await maySeeCustomers(reader))) {
        return NOTHING
      }
      const words = q.split(/\s+/).map((word) => ({ $ilike: anywhere(word) }))
      const [orders, customers, rows] = await Promise.all([
        ids(scope, "order", { $and: words.map(inOrder) }, MOST_WITH_A_PART),
        ids(scope, "customer", { $and: words.map(inCustomer) }, MOST_WITH_A_PART),
        rowsOf({ $and: words.map(inOrder) }),
      ])
      return {
        rows,
        orders: orders.found,
        customers: customers.found,
        isCut: orders.isCut || customers.isCut,
      }
    },
  }
}

const NONE = { found: [], isCut: false }

/** Filters for customers, orders and carts whose e-mail address, name or company is the searched text, in capitals or not. */
function wholeOf(q: string) {
  if (q.includes("@")) {
    const email = q.toLowerCase()
    return { inCustomer: { email }, inOrder: [], inCart: [{ email }] }
  }
  const same = (text: string) => ({ $ilike: escaped(text) })
  const words = q.split(/\s+/)
  // Where the last name begins is not known.
  const names = words.slice(1).map((_, index) => ({
    first_name: same(words.slice(0, index + 1).join(" ")),
    last_name: same(words.slice(index + 1).join(" ")),
  }))
  const addresses = [...names, { company: same(q) }]
  const inOrder = addresses.flatMap((address) => [
    { billing_address: address },
    { shipping_address: address },
  ])
  return {
    inCustomer: { $or: [...names, { company_name: same(q) }] },
    inOrder,
    inCart: inOrder,
  }
}

const inCustomer = (word: object) => ({
  $or: [{ email: word }, { first_name: word }, { last_name: word }, { company_name: word }],
})

const inOrder = (word: object) => ({
  $or: [
    { email: word },
    { billing_address: { first_name: word } },
    { billing_address: { last_name: word } },
    { billing_address: { company: word } },
    { shipping_address: { first_name: word } },
    { shipping_address: { last_name: word } },
    { shipping_address: { company: word } },
  ],
})

/** A pattern for text that holds these characters. */
export const anywhere = (characters: string): string => `%${escaped(characters)}%`

/** A pattern for just this text. */
const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&")

/** The newest that match, at most so many. */
async function ids(container: MedusaContainer, entity: string, filters: object, most: number) {
  const rows = await read(container, entity, ["id"], filters, {
    take: most + 1,
    order: { created_at: "DESC" },
  })
  return { found: rows.slice(0, most).map(({ id }) => id), isCut: rows.length > most }
}
