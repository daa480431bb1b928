import type { Page } from "playwright-core"

/**
 * Which changes a page sends to a route of ours from now on, however fast a button is pressed.
 *
 * @param ending of the route's address
 */
export function changesSentTo(page: Page, ending: string): readonly string[] {
  const sent: string[] = []
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith(ending)) {
      sent.push(request.postData() ?? "")
    }
  })
  return sent
}
