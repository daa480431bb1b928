import { PageHeading } from "../layout/page-heading"
import { Notice } from "../layout/notice"
import { useLanguage } from "../texts/language"
import { ProductCard } from "./product-card"
import { useProducts } from "./use-products"

/** The shop's front page. */
export const ProductList = () => {
  const { data: products, isPending, isError } = useProducts()
  const texts = useLanguage().texts.shop
  return (
    <>
      <PageHeading>{texts.title}</PageHeading>
      <p className="lead">{texts.lead}</p>
      {isPending && <Notice tone="info">{texts.fetching}</Notice>}
      {isError && <Notice tone="problem">{texts.failed}</Notice>}
      <ul className="products">
        {products?.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </>
  )
}
