import { createCustomerAccountWorkflow, createUserAccountWorkflow } from "@medusajs/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { SeededStore } from "./seeded-store"

const customerSignIn = { email: "kari@example.com", password: "kari-handler" }
const adminSignIn = { email: "admin@example.com", password: "e-invoice-demo" }

/** Creates a customer and an administrator, both able to sign in. */
export async function seedPeople(
  container: MedusaContainer
): Promise<Pick<SeededStore, "customer" | "admin">> {
  const [customerIdentity, adminIdentity] = await Promise.all([
    registerIdentity(container, customerSignIn),
    registerIdentity(container, adminSignIn),
  ])
  const { result: customer } = await createCustomerAccountWorkflow(container).run({
    input: {
      authIdentityId: customerIdentity,
      customerData: {
        email: customerSignIn.email,
        first_name: "Kari",
        last_name: "Nordmann",
        phone: "+4740000000",
        addresses: [
          {
            first_name: "Kari",
            last_name: "Nordmann",
            address_1: "Storgata 1",
            postal_code: "0155",
            city: "Oslo",
            country_code: "no",
            phone: "+4740000000",
            is_default_billing: true,
            is_default_shipping: true,
          },
        ],
      },
    },
  })
  const { result: admin } = await createUserAccountWorkflow(container).run({
    input: {
      authIdentityId: adminIdentity,
      userData: {
        email: adminSignIn.email,
        first_name: "Ada",
        last_name: "Min",
      },
    },
  })
  return {
    customer: { id: customer.id, ...customerSignIn },
    admin: { id: admin.id, ...adminSignIn },
  }
}

async function registerIdentity(
  container: MedusaContainer,
  signIn: { email: string; password: string }
): Promise<string> {
  const { success, authIdentity, error } = await container
    .resolve(Modules.AUTH)
    .register("emailpass", { body: signIn })
  if (!success || !authIdentity) {
    throw new Error(`Could not register ${signIn.email}: ${error}`)
  }
  return authIdentity.id
}
