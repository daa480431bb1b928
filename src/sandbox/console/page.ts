import { createHash } from "node:crypto"

import { html, type HtmlEscapedString, raw } from "../http/hono"

/** The console's whole style sheet: no asset is loaded, so it stands in the page. */
const style = `
:root{color-scheme:light dark;--line:#8886;--quiet:#666;--accent:#0b57d0;--good:#0a6b2d;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--quiet:#aaa;--accent:#8ab4f8;--good:#6dd58c;--bad:#f2b8b5}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:0 1rem 3rem;font:1rem/1.5 system-ui,sans-serif}
a{color:var(--accent)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem}
header{border-bottom:1px solid var(--line);margin-bottom:1rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:0;padding:.75rem 0}
nav a[aria-current]{font-weight:600;text-decoration:none;color:inherit}
h1{font-size:1.4rem;margin:.5rem 0}
h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
table{border-collapse:collapse;width:100%}
caption{text-align:left;color:var(--quiet);padding-bottom:.25rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem .4rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
td.number{font-variant-numeric:tabular-nums;white-space:nowrap}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:0}
dt{color:var(--quiet)}
dd{margin:0;overflow-wrap:anywhere}
form.row,.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.5rem 0}
label{display:grid;gap:.15rem;font-size:.9rem}
button,input,select{font:inherit;padding:.45rem .8rem;min-height:2.6rem;border:1px solid var(--line);border-radius:.4rem;max-width:100%}
button{cursor:pointer;background:var(--accent);color:Canvas;border-color:transparent}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.status{font-weight:600}
.good{color:var(--good)}
.bad{color:var(--bad)}
.quiet{color:var(--quiet)}
[role=alert],[role=status]{border:1px solid currentColor;border-radius:.4rem;padding:.5rem .8rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}
@media (max-width:40rem){
thead{position:absolute;left:-99rem}
tr,td,tbody th{display:block;border:0;padding:.1rem 0}
tr{border-bottom:1px solid var(--line);padding:.6rem 0}
td[data-label]::before{content:attr(data-label) ": ";color:var(--quiet)}
dl{grid-template-columns:1fr}
}
`

/** The style sheet's hash, by which the content security policy lets it, and nothing else, in. */
export const styleHash = `'sha256-${createHash("sha256").update(style).digest("base64")}'`

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

/** A whole HTML document: its title, the style sheet, and a body. */
export function htmlDocument(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - e-invoice sandbox</title>
        ${styleElement}
      </head>
      <body>
        ${body}
      </body>
    </html>`
}

/** A page of the console. `within` is the entry of the navigation it belongs to. */
export function page(title: string, within: PagePath, content: Html): Html {
  return htmlDocument(
    title,
    html`<a class="skip" href="#content">Skip to content</a>
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
      </main>`
  )
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
const styleElement = raw(`<style>${style}</style>`)

/** A button that posts to `action` and nothing else. */
export function button(action: string, name: string): Html {
  return html`<form method="post" action="${action}">
    <button type="submit">${name}</button>
  </form>`
}

type Cell = string | number | Html

/** One column of a table: its heading, what it shows of an item, and whether that is a number, or buttons. */
export type Column<Item> = readonly [
  name: string,
  value: (item: Item) => Cell,
  kind?: "number" | "buttons",
]

/** Items as a table; the first column names the item. Each cell repeats its heading, for narrow screens. */
export function table<Item>(
  items: readonly Item[],
  columns: readonly [Column<Item>, ...Column<Item>[]],
  caption?: string
): Html {
  const [[, nameOf], ...others] = columns
  return html`<table>
    ${
      caption !== undefined &&
      html`<caption>
        ${caption}
      </caption>`
    }
    <thead>
      <tr>
        ${columns.map(([name]) => html`<th scope="col">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${items.map(
        (item) =>
          html`<tr>
            <th scope="row">${nameOf(item)}</th>
            ${others.map((column) => cell(column, item))}
          </tr>`
      )}
    </tbody>
  </table>`
}

function cell<Item>([name, value, kind]: Column<Item>, item: Item): Html {
  if (kind === "buttons") {
    return html`<td><div class="actions">${value(item)}</div></td>`
  }
  return kind === "number"
    ? html`<td data-label="${name}" class="number">${value(item)}</td>`
    : html`<td data-label="${name}">${value(item)}</td>`
}

/** How many entries a page lists at most. */
export const MOST_LISTED = 200

/** Several pieces of markup, one after the other. */
export const all = (pieces: readonly Html[]): Html => html`${pieces}`

/** A list of what is there, or that there is none. */
export const listOrNone = (items: readonly Html[]): Html =>
  items.length === 0
    ? html`<p class="quiet">None.</p>`
    : html`<ul>
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`

/** A moment in Unix seconds for display; a dash where there is none. */
export const unixTime = (seconds: number | null): Html =>
  seconds === null ? html`-` : time(new Date(seconds * 1000).toISOString())

/** A time for display, to the second, in UTC as the logs have it. */
export function time(iso: string): Html {
  const text = `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
  return html`<time datetime="${iso}">${text}</time>`
}

function currentMark(isCurrent: boolean): Html {
  return isCurrent ? raw('aria-current="page"') : raw("")
}
