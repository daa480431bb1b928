import type { HttpTypes } from "@medusajs/framework/types"
import { useId, useState } from "react"
import { Link } from "react-router-dom"
import { useCart } from "../cart/use-cart"
import { useLanguage } from "../texts/language"
import { ProductPicture } from "./product-picture"

/** One product in the list. */
export const ProductCard = ({ product }: { product: HttpTypes.StoreProduct }) => {
  const titleId = useId()
  return (
    <article className="product" aria-labelledby={titleId}>
      <ProductPicture handle={product.handle} />
      <div className="product-body">
        <h2 id={titleId}>
          <Link to={`/products/${product.handle}`}>{product.title}</Link>
        </h2>
        <p className="product-description">{product.description}</p>
        <BuyProduct product={product} />
      </div>
    </article>
  )
}

/** A product's variants, its price, and the button that puts it in the cart. */
export const BuyProduct = ({ product }: { product: HttpTypes.StoreProduct }) => {
  const variants = [...(product.variants ?? [])].sort(
    (one, other) => (one.variant_rank ?? 0) - (other.variant_rank ?? 0)
  )
  const { texts, money } = useLanguage()
  const { shop } = texts
  const [chosenId, setChosenId] = useState(variants[0]?.id)
  const [added, setAdded] = useState(0)
  const { addToCart } = useCart()
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
    <>
      {variants.length > 1 ? (
        <div className="product-variant">
          <label htmlFor={selectId}>{product.options?.[0]?.title ?? shop.choose}</label>
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
          {price == null ? shop.notForSale : money(price)}
          {price != null && <span className="price-note">{shop.withVat}</span>}
        </p>
        <button
          type="button"
          className="button"
          aria-label={shop.addName(product.title)}
          onClick={add}
          disabled={price == null || addToCart.isPending}
        >
          {shop.add}
        </button>
      </div>
      <p className="product-added" role="status">
        {addToCart.isError ? shop.addFailed : added > 0 && shop.added(added)}
      </p>
    </>
  )
}
