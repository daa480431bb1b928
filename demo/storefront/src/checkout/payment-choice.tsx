import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Choice, type Option } from "../form/choice"
import { useStore } from "../store/store-context"
import type { CheckoutFormPart } from "./use-checkout-form"

/** How the shopper pays. */
export const PaymentChoice = ({
  form,
  invoiceProviderId,
  children,
}: {
  form: CheckoutFormPart
  invoiceProviderId: string | undefined
  /** What the chosen way of paying asks for. */
  children?: ReactNode
}) => {
  const { client, settings } = useStore()
  const { data: providers } = useQuery({
    queryKey: ["payment-providers"],
    queryFn: async () => {
      const { payment_providers } = await client.store.payment.listPaymentProviders({
        region_id: settings.regionId,
      })
      return payment_providers
    },
  })
  const { name, value, problem, onChange } = form.field("providerId")
  const known = [...(invoiceProviderId ? [invoiceOption(invoiceProviderId)] : []), payInTheShop]
  const options =
    providers && known.filter((option) => providers.some(({ id }) => id === option.value))
  return (
    <div className="card">
      <Choice
        name={name}
        legend="Payment"
        value={value}
        problem={problem}
        options={options}
        onChange={onChange}
      />
      {children}
    </div>
  )
}

const invoiceOption = (providerId: string): Option => ({
  value: providerId,
  label: "Invoice",
  description: "Buy now, pay the invoice when it arrives",
})

/** Medusa's own provider, which takes the merchant's word for the payment. */
const payInTheShop: Option = {
  value: "pp_system_default",
  label: "Pay in the shop",
  description: "Cash or card when you collect the goods",
}
