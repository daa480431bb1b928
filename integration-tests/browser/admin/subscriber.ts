import type { Locator } from "playwright-core"

import { signInAsAdmin } from "../../../demo/life/admin-client"
import { syntheticPersonalNumber } from "../../../demo/personal-numbers"
import type { Desk } from "./desk"
import { MORE } from "./page-section"
import { standing } from "./standing"

/** An order and the Medusa customer who placed it. */
export type CustomerOrder = {
  id: string
  displayId: number
  /** Major units. */
  total: number
  customerId: string
}

/** A shopper orders, by an e-mail address that decides how the sandbox treats them. */
export async function customerOrder(
  { demo, merchant }: Desk,
  email = "ola@example.com"
): Promise<CustomerOrder> {
  const { id, display_id, total } = await merchant.till.sell({
    shopper: {
      email,
      firstName: "Ola",
      lastName: "Nordmann",
      personalNumber: syntheticPersonalNumber,
      phone: "400 00 000",
    },
    basket: [{ sku: "COFFEE-250", quantity: 3 }],
  })
  const admin = await signInAsAdmin(demo)
  const { order } = await admin.get<{ order: { customer_id: string } }>(
    `/admin/orders/${id}?fields=customer_id`
  )
  if (display_id === undefined) {
    throw new Error(`Order ${id} has no number`)
  }
  return { id, displayId: display_id, total, customerId: order.customer_id }
}

/** Cancels an order in Medusa, as its own button does. */
export async function cancelInMedusa({ demo }: Desk, { id }: CustomerOrder): Promise<void> {
  const admin = await signInAsAdmin(demo)
  await admin.post(`/admin/orders/${id}/cancel`)
}

/** The section of a page under a heading. */
export const sectionOf = ({ merchant }: Desk, name: string): Locator =>
  merchant.page.getByRole("region", { name, exact: true })

/** Opens the drawer behind a button. */
export async function openDrawer(
  { merchant }: Desk,
  place: Locator,
  button: string
): Promise<Locator> {
  const trigger = place.getByRole("button", { name: button, exact: true })
  const drawer = merchant.page.getByRole("dialog")
  await trigger.click()
  // What loads above may move the button between press and release. A person presses again.
  await drawer.waitFor({ timeout: 3_000 }).catch(() => trigger.click())
  await standing(drawer)
  return drawer
}

/** Makes a subscription from an order's page, and has its customer confirm it. */
export async function subscribe(
  desk: Desk,
  order: CustomerOrder,
  repeats: number
): Promise<string> {
  const { demo, merchant } = desk
  await merchant.visit(`/orders/${order.id}`)
  const section = sectionOf(desk, MORE)
  await section.waitFor()
  // The order's other widgets move the button when they come: a press would miss it.
  await merchant.page.waitForLoadState("networkidle")
  const drawer = await openDrawer(desk, section, "New subscription")
  await drawer.getByLabel("Number of cycles").fill(String(repeats))
  await merchant.submit(drawer, "Create subscription")
  await merchant.confirm("Create subscription")
  await drawer.waitFor({ state: "detached" })
  const created = demo.sandbox.subscriptions.list().at(-1)
  if (!created) {
    throw new Error("The service has no subscription")
  }
  return created.uuid
}
