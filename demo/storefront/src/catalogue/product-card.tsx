import type { HttpTypes } from "@medusajs/framework/types"
import { useId, useState } from "react"
import { useCart } from "../cart/use-cart"
import { money } from "../store/money"
import { ProductPicture } from "./product-picture"

/** One product, with its variants and the button that puts it in the cart. */
export const ProductCard = ({ product }: { product: HttpTypes.StoreProduct }) => {
  const variants = [...(product.variants ?? [])].sort(
    (one, other) => (one.variant_rank ?? 0) - (other.variant_rank ?? 0)
  )
  const [chosenId, setChosenId] = useState(variants[0]?.id)
  const [added, setAdded] = useState(0)
  const { addToCart } = useCart()
  const titleId = useId()
  const selectId = useId()
  const variant = variants.find(({ id }) => id === chosenId)
  const price = variant?.calculated_price?.calculated_amount

  const add = () => {
    if (variant) {
      addToCart.mutate(
        { variantId: variant.id },
        { onSuccess: () => setAdded((count) => count + 1) }
      )
    }
  }

  return (
    <article className="product" aria-labelledby={titleId}>
      <ProductPicture handle={product.handle} />
      <div className="product-body">
        <h2 id={titleId}>{product.title}</h2>
        <p className="product-description">{product.description}</p>
        {variants.length > 1 ? (
          <div className="product-variant">
            <label htmlFor={selectId}>{product.options?.[0]?.title ?? "Choose"}</label>
            <select
              id={selectId}
              value={chosenId}
              onChange={(event) => setChosenId(event.target.value)}
            >
              {variants.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </div>
        ) : (
          <p className="product-variant">{variant?.title}</p>
        )}
        <div className="product-buy">
          <p className="price">
            {price == null ? "Not for sale" : money(price)}
            {price != null && <span className="price-note">incl. VAT</span>}
          </p>
          <button
            type="button"
            className="button"
            aria-label={`Add to cart: ${product.title}`}
            onClick={add}
            disabled={price == null || addToCart.isPending}
          >
            Add to cart
          </button>
        </div>
        <p className="product-added" role="status">
          {addToCart.isError
            ? "It could not be added. Please try again."
            : added > 0 && `In your cart (${added} added)`}
        </p>
      </div>
    </article>
  )
}
