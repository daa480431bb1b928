import { PageHeading } from "../layout/page-heading"
import { Notice } from "../layout/notice"
import { ProductCard } from "./product-card"
import { useProducts } from "./use-products"

/** The shop's front page. */
export const ProductList = () => {
  const { data: products, isPending, isError } = useProducts()
  return (
    <>
      <PageHeading>Warm things for long days</PageHeading>
      <p className="lead">
        Good wool, strong coffee and something to read. Pay by invoice when it has arrived.
      </p>
      {isPending && <Notice tone="info">Fetching the goods.</Notice>}
      {isError && (
        <Notice tone="problem">We could not fetch the goods. Please reload the page.</Notice>
      )}
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
