import type { Address, Customer } from "../state/customer"
import type { SentAddress } from "../state/creation"
import type { World } from "../state/world"
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
