import type { Address, Customer } from "../world/records"
import type { World } from "../world/world"
import { done, type Handlers, noSuchRecord } from "./handler"

/** The emulation of customers. */
export const customerHandlers = {
  "customers.details"(call) {
    const customer = call.world.customers.get(call.params.customer_uuid)
    if (!customer) {
      return noSuchRecord(call.operation)
    }
    const { billing, contacts: _contacts, shipping, type, ...rest } = customer
    return done(call.operation, {
      ...rest,
      type: type === "private" ? "Private" : "Corporate",
      status: "Active",
      addresses: { billing, shipping },
    })
  },

  "customers.update-private"(call) {
    const { body, operation, params, world } = call
    const customer = world.customers.get(params.customer_uuid)
    if (customer?.type !== "private") {
      return noSuchRecord(operation)
    }
    update(world, customer, body)
    customer.personalNumber = body.personalNumber ?? customer.personalNumber
    return done(operation, null)
  },

  "customers.update-corporate"(call) {
    const { body, operation, params, world } = call
    const customer = world.customers.get(params.customer_uuid)
    if (customer?.type !== "corporate") {
      return noSuchRecord(operation)
    }
    update(world, customer, body)
    if (body.organizationId !== undefined) {
      customer.organizationId = String(body.organizationId)
    }
    customer.contacts = body.additionalContact ?? customer.contacts
    return done(operation, null)
  },
} satisfies Handlers

type Changes = Pick<Customer, "name" | "email" | "countryCode" | "msisdn" | "preferredLanguage"> & {
  addresses: { billing: SentAddress; shipping?: SentAddress | null | undefined }
}

function update(world: World, customer: Customer, changes: Changes): void {
  const { addresses } = changes
  customer.name = changes.name
  customer.email = changes.email
  customer.countryCode = changes.countryCode
  customer.msisdn = changes.msisdn
  customer.preferredLanguage = changes.preferredLanguage
  customer.billing = { ...customer.billing, ...addresses.billing }
  if (addresses.shipping !== undefined) {
    customer.shipping = addresses.shipping && changedAddress(world, customer, addresses.shipping)
  }
}

function changedAddress(world: World, { shipping }: Customer, sent: SentAddress): Address {
  return { uuid: shipping?.uuid ?? `ADRS${world.random.digits(10)}`, ...sent }
}

type SentAddress = {
  street: string
  zip: string
  city: string
  country: string
}

/** A customer as requests carry one. */
export type SentCustomer = {
  type: "private" | "corporate"
  name: string
  countryCode: string
  msisdn: string
  email: string
  preferredLanguage?: string | null
  personalNumber?: string | null
  organizationId?: string | null
  address: SentAddress
}

/**
 * The customer with the same personal or organization number (else the same e-mail), brought up to date by what is sent; or
 * a new one.
 */
export function findOrAddCustomer(world: World, sent: SentCustomer): Customer {
  const known = world.customers.list().find((one) => isSame(one, sent))
  const uuid = known?.uuid ?? world.newIdentifier("CSRT", (taken) => world.customers.has(taken))
  return world.customers.add({
    uuid,
    type: sent.type,
    name: sent.name,
    countryCode: sent.countryCode || (known?.countryCode ?? ""),
    msisdn: sent.msisdn || (known?.msisdn ?? ""),
    email: sent.email || (known?.email ?? ""),
    preferredLanguage: sent.preferredLanguage ?? "no",
    personalNumber: sent.personalNumber ?? known?.personalNumber ?? null,
    organizationId: sent.organizationId ?? known?.organizationId ?? null,
    billing: {
      uuid: known?.billing.uuid ?? `ADRS${world.random.digits(10)}`,
      ...sent.address,
    },
    shipping: known?.shipping ?? null,
    contacts: known?.contacts ?? [],
  })
}

function isSame(one: Customer, sent: SentCustomer): boolean {
  if (sent.personalNumber) {
    return one.personalNumber === sent.personalNumber
  }
  if (sent.organizationId) {
    return one.organizationId === sent.organizationId
  }
  return sent.email !== "" && one.type === sent.type && one.email === sent.email
}
