import type { Locator } from "playwright-core"

import { amountAlone, amountIn, type Merchant } from "./merchant"
import { standing } from "./standing"

/** Where an order's page offers what it does not have yet. */
export const MORE = "More with this order"

/** A named part of one of Admin's pages, with its buttons, drawers and facts. */
export class PageSection {
  constructor(
    private readonly merchant: Merchant,
    /** Looked up at each use: pages come and go. */
    private readonly find: () => Locator
  ) {}

  /** The section of a page with this heading. */
  static named(merchant: Merchant, name: string): PageSection {
    return new PageSection(merchant, () => merchant.page.getByRole("region", { name, exact: true }))
  }

  get place(): Locator {
    return this.find()
  }

  button(name: string): Locator {
    return this.place.getByRole("button", { name, exact: true }).first()
  }

  /** Opens one of the section's drawers. */
  async open(button: string, title: string): Promise<Locator> {
    await this.button(button).click()
    const drawer = this.merchant.page.getByRole("dialog", { name: title })
    await standing(drawer)
    return drawer
  }

  /** Waits until the section says something. */
  async see(text: string | RegExp): Promise<void> {
    await this.place.getByText(text).first().waitFor()
  }

  /** An amount beside a label, in major units. */
  amount(label: string): Promise<number> {
    return amountIn(this.facts(label).first())
  }

  /** Waits until the section says an amount beside a label. */
  async seeAmount(label: string, amount: number): Promise<void> {
    await this.facts(label)
      .filter({ hasText: amountAlone(amount) })
      .first()
      .waitFor()
  }

  private facts(label: string): Locator {
    const term = this.merchant.page.getByRole("term").filter({ hasText: new RegExp(`^${label}$`) })
    return this.place.locator("dl > div", { has: term }).getByRole("definition")
  }

  /** Why a button cannot be pressed, as a screen reader hears it. */
  async reasonAgainst(button: string): Promise<string> {
    const disabled = this.place
      .getByRole("button", { name: button, exact: true, disabled: true })
      .first()
    await disabled.waitFor()
    const described = await disabled.getAttribute("aria-describedby")
    return (await this.merchant.page.locator(`[id="${described}"]`).textContent()) ?? ""
  }
}
