import { useQuery } from "@tanstack/react-query"
import { Choice } from "../form/choice"
import { useStore } from "../store/store-context"
import { useLanguage } from "../texts/language"
import type { CheckoutFormPart } from "./use-checkout-form"

/** How the goods reach the shopper. */
export const DeliveryChoice = ({
  cartId,
  form,
  onChoose,
}: {
  cartId: string
  form: CheckoutFormPart
  onChoose: (optionId: string) => void
}) => {
  const { client } = useStore()
  const { texts, money } = useLanguage()
  const { data: options } = useQuery({
    queryKey: ["delivery-options", cartId],
    queryFn: async () => {
      const { shipping_options } = await client.store.fulfillment.listCartOptions({
        cart_id: cartId,
      })
      return shipping_options.sort((one, other) => one.amount - other.amount)
    },
  })
  const { name, value, problem, onChange } = form.field("deliveryId")
  return (
    <div className="card">
      <Choice
        name={name}
        legend={texts.checkout.delivery}
        value={value}
        problem={problem}
        options={options?.map((option) => ({
          value: option.id,
          label: option.name,
          description: option.type.description,
          aside: option.amount === 0 ? texts.checkout.free : money(option.amount),
        }))}
        onChange={(id) => {
          onChange(id)
          onChoose(id)
        }}
      />
    </div>
  )
}
