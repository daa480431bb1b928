const KEY = "cart_id"

/** The cart of this browser. Nothing else of the shopper is kept here. */
export const cartId = {
  read: (): string | null => localStorage.getItem(KEY),
  keep: (id: string): void => localStorage.setItem(KEY, id),
  forget: (): void => localStorage.removeItem(KEY),
}
