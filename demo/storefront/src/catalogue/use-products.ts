import { useQuery } from "@tanstack/react-query"
import { useStore } from "../store/store-context"

/** The goods on sale, priced for the storefront's region. */
export const useProducts = () => {
  const { client, settings } = useStore()
  return useQuery({
    queryKey: ["products"],
    queryFn: async () => {
      const { products } = await client.store.product.list({
        region_id: settings.regionId,
        fields: "id,title,handle,description,options.title,*variants,*variants.calculated_price",
        order: "title",
      })
      return products
    },
  })
}
