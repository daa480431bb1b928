import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Choice, type Option } from "../form/choice"
import { useStore } from "../store/store-context"
import type { Texts } from "../texts/en"
import { useLanguage } from "../texts/language"
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
  const texts = useLanguage().texts.checkout
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
  const known = [
    ...(invoiceProviderId ? [invoiceOption(invoiceProviderId, texts)] : []),
    payInTheShop(texts),
  ]
  const options =
    providers && known.filter((option) => providers.some(({ id }) => id === option.value))
  return (
    <div className="card">
      <Choice
        name={name}
        legend={texts.payment}
        value={value}
        problem={problem}
        options={options}
        onChange={onChange}
      />
      {children}
    </div>
  )
}

const invoiceOption = (providerId: string, texts: Texts["checkout"]): Option => ({
  value: providerId,
  label: texts.invoice,
  description: texts.invoiceSays,
})

/** Medusa's own provider, which takes the merchant's word for the payment. */
const payInTheShop = (texts: Texts["checkout"]): Option => ({
  value: "pp_system_default",
  label: texts.inTheShop,
  description: texts.inTheShopSays,
})
