import type { Page } from "playwright-core"

/**
 * Counts what the merchant clicks on a page from now on, as the page itself notices it: whatever makes the test shorter than
 * the way of a person makes no difference. A page that is loaded anew counts nothing, and the count fails.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(
    "window.clicks = 0; document.addEventListener('click', (event) => { window.clicks += event.isTrusted ? 1 : 0 }, true)"
  )
  return async () => page.evaluate<number>("window.clicks")
}
