import { html, raw } from "hono/html"
import type { HtmlEscapedString } from "hono/utils/html"
import { style } from "./style"

/** Markup whose every inserted value has been escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const pages = [
  ["/", "Orders"],
  ["/reservations", "Reservations"],
  ["/subscriptions", "Subscriptions"],
  ["/refund-approvals", "Refund approvals"],
  ["/checks", "Checks"],
  ["/people", "People"],
  ["/callbacks", "Callbacks"],
  ["/requests", "Requests"],
  ["/faults", "Faults"],
  ["/clock", "Clock"],
  ["/audit", "Audit"],
] as const

export type PagePath = (typeof pages)[number][0]

/** A page of the console. `within` is the entry of the navigation it belongs to. */
export function page(title: string, within: PagePath, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - e-invoice sandbox</title>
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <nav aria-label="Console">
            <ul>
              ${pages.map(
                ([path, name]) =>
                  html`<li>
                    <a href="${path}" ${currentMark(path === within)}>${name}</a>
                  </li>`
              )}
            </ul>
          </nav>
        </header>
        <main id="content">
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** A page that says why something did not happen. */
export function errorPage(message: string, within: PagePath): Html {
  return page(
    "That did not work",
    within,
    html`<p role="alert" class="bad">${message}</p>
      <p><a href="${within}">Back</a></p>`
  )
}

/** The style sheet as an element, byte for byte what its hash covers. */
export const styleElement = raw(`<style>${style}</style>`)

/** A button that posts to `action` and nothing else. */
export function button(action: string, name: string): Html {
  return html`<form method="post" action="${action}">
    <button type="submit">${name}</button>
  </form>`
}

/** A time for people, to the second, in UTC as the logs have it. */
export function time(iso: string): Html {
  const text = `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
  return html`<time datetime="${iso}">${text}</time>`
}

function currentMark(isCurrent: boolean): Html {
  return isCurrent ? raw('aria-current="page"') : raw("")
}
