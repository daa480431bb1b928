import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { useNavigate } from "react-router-dom"
import { useCart } from "../cart/use-cart"
import { Notice } from "../layout/notice"
import { useStore } from "../store/store-context"
import { useLanguage } from "../texts/language"
import { completeCart } from "./complete-cart"

/** Takes the shopper to the order of a cart that is completed already: the answer that said so was lost. */
export const PlacedOrder = ({ cartId }: { cartId: string }) => {
  const { client } = useStore()
  const { forgetCart } = useCart()
  const texts = useLanguage().texts.checkout
  const navigate = useNavigate()
  const { data: orderId, isError } = useQuery({
    queryKey: ["order of cart", cartId],
    queryFn: async () => {
      const completion = await completeCart(client, cartId)
      if (completion.outcome !== "placed") {
        throw new Error(`The order of cart ${cartId} was not answered`)
      }
      return completion.order.id
    },
  })

  useEffect(() => {
    if (orderId) {
      void navigate(`/orders/${orderId}`, { replace: true })
      forgetCart()
    }
  }, [orderId])

  return isError ? (
    <Notice tone="problem">{texts.placedNotShown}</Notice>
  ) : (
    <Notice tone="info">{texts.placed}</Notice>
  )
}
