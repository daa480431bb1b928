import { Link, useParams } from "react-router-dom"
import { Notice } from "../layout/notice"
import { PageHeading } from "../layout/page-heading"
import { useLanguage } from "../texts/language"
import { BuyProduct } from "./product-card"
import { ProductPicture } from "./product-picture"
import { useProducts } from "./use-products"

/** All about one product. */
export const ProductPage = () => {
  const { handle } = useParams()
  const { texts } = useLanguage()
  const { data: products, isPending, isError } = useProducts()
  const product = products?.find((one) => one.handle === handle)
  if (isPending || isError) {
    return (
      <Notice tone={isError ? "problem" : "info"}>
        {isError ? texts.shop.failed : texts.shop.fetching}
      </Notice>
    )
  }
  return (
    <>
      <PageHeading>{product?.title ?? texts.shop.noProduct}</PageHeading>
      {product && (
        <div className="product-page">
          <ProductPicture handle={product.handle} />
          <div className="product-body">
            <p className="lead">{product.description}</p>
            <BuyProduct product={product} />
            <ul className="quiet">
              {Object.values(texts.product).map((promise) => (
                <li key={promise}>{promise}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <p>
        <Link to="/">{texts.backToShop}</Link>
      </p>
    </>
  )
}
