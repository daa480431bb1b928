import type { Locator, Page } from "playwright-core"

/** What a shopper sees and does in the storefront, by the names a screen reader would say. */
export class Shopper {
  readonly field: Record<
    | "email"
    | "firstName"
    | "lastName"
    | "address"
    | "postalCode"
    | "city"
    | "personalNumber"
    | "phone"
    | "reference",
    Locator
  >
  readonly placeOrder: Locator

  constructor(
    readonly page: Page,
    private readonly storefrontUrl: string
  ) {
    const box = (name: string) => page.getByRole("textbox", { name, exact: false })
    this.field = {
      email: box("E-mail"),
      firstName: box("First name"),
      lastName: box("Last name"),
      address: box("Street and number"),
      postalCode: box("Postal code"),
      city: box("Town or city"),
      personalNumber: box("Personal number"),
      phone: box("Mobile phone"),
      reference: box("Your reference"),
    }
    this.placeOrder = page.getByRole("button", { name: "Place order" })
  }

  async openShop(): Promise<void> {
    await this.page.goto(this.storefrontUrl)
    await this.addToCart("Harbour coffee").waitFor()
  }

  addToCart(product: string): Locator {
    return this.page.getByRole("button", { name: `Add to cart: ${product}` })
  }

  cartLink(items: string): Locator {
    return this.page.getByRole("link", { name: `Cart, ${items}` })
  }

  delivery(name: string): Locator {
    return this.page.getByRole("radio", { name })
  }

  /** Puts a coffee in the cart and goes to the checkout. */
  async goToCheckout(): Promise<void> {
    await this.openShop()
    await this.addToCart("Harbour coffee").click()
    await this.cartLink("1 item").click()
    await this.page.getByRole("link", { name: "Go to checkout" }).click()
    await this.field.personalNumber.waitFor()
  }

  /** Writes everything but the personal number, and chooses the parcel. */
  async writeDetails(): Promise<void> {
    await this.field.email.fill("kari@example.com")
    await this.field.firstName.fill("Kari")
    await this.field.lastName.fill("Nordmann")
    await this.field.address.fill("Storgata 1")
    await this.field.postalCode.fill("0155")
    await this.field.city.fill("Oslo")
    await this.delivery("Parcel to your mailbox").check()
    await this.field.phone.fill("400 00 000")
  }

  confirmation(): Locator {
    return this.page.getByRole("heading", { name: "Thank you for your order" })
  }

  /** Text of what describes a field, as a screen reader reads it out. */
  async describes(field: Locator): Promise<string> {
    const ids = (await field.getAttribute("aria-describedby")) ?? ""
    const texts = ids
      .split(" ")
      .filter(Boolean)
      .map((id) => this.page.locator(`#${id}`).textContent())
    return (await Promise.all(texts)).join(" ")
  }
}
