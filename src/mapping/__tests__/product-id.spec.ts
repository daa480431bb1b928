import { productIdOf } from "../read-order"

const variantId = "variant_01JD3QZ8Y5X7W2V9T4R6P1N0M8"
const productId = "prod_01JD3QZ8Y5X7W2V9T4R6P1N0K7"

describe("a product id", () => {
  it("is the SKU", () => {
    expect(productIdOf({ sku: "COFFEE-250", variantId, productId })).toBe("COFFEE-250")
  })

  it("is the end of the variant's id where there is no SKU, or one of more than 25 characters", () => {
    const end = "1JD3QZ8Y5X7W2V9T4R6P1N0M8"

    expect(productIdOf({ variantId, productId })).toBe(end)
    expect(productIdOf({ sku: "S".repeat(26), variantId })).toBe(end)
    expect(productIdOf({ sku: "S".repeat(25), variantId })).toHaveLength(25)
  })

  it("is the end of the product's id where there is no variant", () => {
    expect(productIdOf({ productId })).toBe("1JD3QZ8Y5X7W2V9T4R6P1N0K7")
  })

  it("is none for a line of neither", () => {
    expect(productIdOf({})).toBeUndefined()
  })
})
