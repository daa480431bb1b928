/** Cookies of the one visitor. */
export const cookies = new Map([["_medusa_cache_id", "visitor"]])

export const getAuthHeaders = async (): Promise<
  { authorization: string } | Record<string, never>
> => {
  const token = cookies.get("_medusa_jwt")
  return token ? { authorization: `Bearer ${token}` } : {}
}

export const getCacheTag = async (tag: string): Promise<string> => {
  const id = cookies.get("_medusa_cache_id")
  return id ? `${tag}-${id}` : ""
}

export const getCartId = async () => cookies.get("_medusa_cart_id")

export const removeCartId = async () => {
  cookies.delete("_medusa_cart_id")
}
