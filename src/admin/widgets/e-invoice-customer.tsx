import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminCustomer, DetailWidgetProps } from "@medusajs/framework/types"
import { Label, Select, Text } from "@medusajs/ui"
import { useId, useState } from "react"

import { type MedusaCustomer, readMedusaCustomer } from "../customers/data"
import { CustomerProfileSection } from "../customers/profile"
import { CustomerSubscriptions } from "../customers/records"
import { Loaded, Section } from "../components/section"
import { useTexts } from "../lib/texts"
import { useEInvoiceQuery } from "../lib/queries"

/** The customer page: who the customer is at the service, their credit, and their subscriptions. */
const EInvoiceCustomerWidget = ({ data: { id } }: DetailWidgetProps<AdminCustomer>) => {
  const t = useTexts()
  const customer = useEInvoiceQuery(
    { path: `/medusa-customers/${encodeURIComponent(id)}` },
    readMedusaCustomer
  )

  return (
    <Section title={t("customers.title")}>
      <Loaded
        query={customer}
        loading={t("customers.loading")}
        rows={6}
        failed={t("customers.loadFailed")}
      >
        {(found) => <Known key={id} customer={found} />}
      </Loaded>
    </Section>
  )
}

const Known = ({ customer }: { customer: MedusaCustomer }) => {
  const t = useTexts()
  const fieldId = useId()
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const { service_customers: known, subscriptions } = customer
  const uuid = chosen ?? known[0]?.uuid

  return (
    <>
      {known.length > 1 && uuid !== undefined && (
        <div className="flex flex-col gap-y-2 px-6 py-4">
          <Label htmlFor={fieldId} size="small" weight="plus">
            {t("customers.several", { number: known.length })}
          </Label>
          <Select size="small" value={uuid} onValueChange={setChosen}>
            <Select.Trigger id={fieldId}>
              <Select.Value />
            </Select.Trigger>
            <Select.Content>
              {known.map((one) => (
                <Select.Item key={one.uuid} value={one.uuid}>
                  {one.uuid}
                </Select.Item>
              ))}
            </Select.Content>
          </Select>
        </div>
      )}
      {uuid === undefined ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("customers.unknown")}
        </Text>
      ) : (
        <CustomerProfileSection key={uuid} uuid={uuid} customerId={customer.id} />
      )}
      <CustomerSubscriptions subscriptions={subscriptions} />
    </>
  )
}

export const config = defineWidgetConfig({
  zone: "customer.details.side",
  id: "e-invoice.customer",
})

export default EInvoiceCustomerWidget
