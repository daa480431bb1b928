import type { CallbackAttempt, CallbackRecord } from "../callbacks/callback-delivery"
import { type CallbackChaos, checksumFormulas } from "../callbacks/notice"
import { html } from "../http/hono"
import { maskUrl } from "../redaction"
import type { OrderView } from "../service/order-view"
import { kronerText } from "../wire-values"
import { button, type Html, MOST_LISTED, page, table, time, unixTime } from "./page"

const actionNames: Readonly<Record<OrderView["actions"][number], { path: string; name: string }>> =
  {
    pay: { path: "pay", name: "Mark paid" },
    invoice: { path: "invoice", name: "Mark invoiced" },
    cancel: { path: "cancel", name: "Cancel" },
    expire: { path: "expire", name: "Let expire" },
    remind: { path: "remind", name: "Send reminder" },
    collectDebt: { path: "collect-debt", name: "Send to debt collection" },
  }

/** The list of orders, newest first. */
export function ordersPage(orders: readonly OrderView[], status: string | undefined): Html {
  const statuses = [...new Set(orders.map((order) => order.status))].sort()
  const shown = orders
    .filter((order) => !status || order.status === status)
    .reverse()
    .slice(0, MOST_LISTED)
  return page(
    "Orders",
    "/",
    html`<form class="row" method="get" action="/">
        <label
          >Status
          <select name="status">
            <option value="">All</option>
            ${statuses.map((one) => option(one, one === status))}
          </select>
        </label>
        <button type="submit">Show</button>
      </form>
      ${
        shown.length === 0
          ? html`<p class="quiet">No orders.</p>`
          : orderTable(shown, orders.length)
      }`
  )
}

/** One order with its lines, history, callbacks, and what can happen to it. */
export function orderPage(order: OrderView, callbacks: readonly CallbackRecord[]): Html {
  return page(
    `Order ${order.uuid}`,
    "/",
    html`${order.totalsOff.map((problem) => html`<p role="alert" class="bad">${problem}</p>`)}
      <div class="actions">
        ${order.actions.map((action) => {
          const { path, name } = actionNames[action]
          return button(`/orders/${encodeURIComponent(order.uuid)}/${path}`, name)
        })}
      </div>
      ${facts(order)} ${lineTable(order)} ${history(order)}
      <h2>Callbacks</h2>
      ${callbackTable(callbacks)}`
  )
}

function option(value: string, isSelected: boolean): Html {
  return isSelected ? html`<option selected>${value}</option>` : html`<option>${value}</option>`
}

function orderTable(orders: readonly OrderView[], total: number): Html {
  return table(
    orders,
    [
      ["Order", ({ uuid }) => html`<a href="/orders/${encodeURIComponent(uuid)}">${uuid}</a>`],
      ["Status", statusOf],
      ["Customer", ({ customer }) => customer.name],
      ["Reference", ({ referenceNo }) => referenceNo ?? "-"],
      ["Total", ({ grandTotal }) => kroner(grandTotal), "number"],
      ["Created", ({ createdAt }) => unixTime(createdAt)],
    ],
    `${orders.length} of ${total} orders, newest first`
  )
}

const statusOf = ({ status }: OrderView): Html => html`<span class="status">${status}</span>`

function facts(order: OrderView): Html {
  const rows: [string, string | Html][] = [
    ["Status", statusOf(order)],
    ["Kind", order.kind],
    ["Customer", `${order.customer.name}, ${order.customer.email}`],
    ["Reference", order.referenceNo ?? "-"],
    ["Customer's reference", order.customerReference ?? "-"],
    ["Invoice number", order.invoiceNumber ?? "-"],
    ["Total", kroner(order.grandTotal)],
    ["Still owed", kroner(order.open)],
    ["Received", kroner(order.received)],
    ["Refunded", kroner(order.refunded)],
    ["Credited", kroner(order.credited)],
    ["Callback", order.callbackUrl ? maskUrl(order.callbackUrl) : "-"],
  ]
  return html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`
    )}
  </dl>`
}

function lineTable({ lines }: OrderView): Html {
  return html`<h2>Lines</h2>
    ${table(lines, [
      ["Product", ({ id, name }) => html`${name} <span class="quiet">${id}</span>`],
      ["Quantity", ({ quantity }) => quantity, "number"],
      ["Rate", ({ rate }) => rate, "number"],
      ["Discount", ({ discount }) => discount, "number"],
      ["Tax", ({ tax }) => `${tax} %`, "number"],
      ["Amount", ({ amount }) => kroner(amount), "number"],
      ["Refunded", ({ refunded }) => kroner(refunded), "number"],
    ])}`
}

function history(order: OrderView): Html {
  return html`<h2>History</h2>
    <ol>
      ${order.history.map(
        (entry) => html`<li>${time(entry.at)} ${entry.title}${entry.note && `: ${entry.note}`}</li>`
      )}
    </ol>`
}

function kroner(amount: number): string {
  return kronerText(Math.round(amount * 100))
}

/** The log of callbacks, newest first, and the chaos in force. */
export function callbacksPage(callbacks: readonly CallbackRecord[], chaos: CallbackChaos): Html {
  return page(
    "Callbacks",
    "/callbacks",
    html`${callbackTable(callbacks)}
      <h2>Chaos</h2>
      <p>In force: ${Object.keys(chaos).length === 0 ? "none" : JSON.stringify(chaos)}</p>
      ${chaosForm()}
      <div class="actions">${button("/callbacks/release", "Send what a reordering holds")}</div>`
  )
}

/** One callback, with the whole address that would be called now. */
export function callbackPage(
  number: number,
  address: string | undefined,
  record: CallbackRecord | undefined
): Html {
  return page(
    `Callback ${number}`,
    "/callbacks",
    html`${record && callbackTable([record])}
      <h2>Its whole address</h2>
      ${
        address === undefined
          ? html`<p class="bad">The callback address is not an http or https address.</p>`
          : html`<p>
                With the token of the merchant's own address, the time of this moment and a right
                checksum:
              </p>
              <pre>curl '${address.replaceAll("'", "%27")}'</pre>
              <ul>
                ${[...new URL(address).searchParams].map(
                  ([name, value]) => html`<li><code>${name}</code> ${value}</li>`
                )}
              </ul>`
      }`
  )
}

function callbackTable(callbacks: readonly CallbackRecord[]): Html {
  if (callbacks.length === 0) {
    return html`<p class="quiet">No callbacks yet.</p>`
  }
  return table([...callbacks].reverse(), [
    ["No.", ({ number }) => html`<a href="/callbacks/${number}">${number}</a>`],
    ["Record", ({ recordUuid }) => recordUuid],
    ["Status", ({ status }) => status],
    ["Address", ({ url }) => url],
    [
      "Result",
      ({ attempts, state }) =>
        html`<span class="${stateClass[state]}">${state}</span> ${attempts.map(attemptText)}`,
    ],
    ["Again", ({ number }) => button(`/callbacks/${number}/resend`, "Resend"), "buttons"],
  ])
}

const stateClass: Readonly<Record<CallbackRecord["state"], string>> = {
  pending: "quiet",
  held: "quiet",
  kept: "quiet",
  delivered: "good",
  dropped: "bad",
  failed: "bad",
}

function attemptText(attempt: CallbackAttempt): Html {
  const result = attempt.httpStatus ?? attempt.error
  return html`<br />${time(attempt.at)}, ${attempt.durationMs} ms: ${result}`
}

function chaosForm(): Html {
  const number = (name: string, label: string) =>
    html`<label>${label}<input name="${name}" inputmode="numeric" pattern="[0-9]*" /></label>`
  return html`<form class="row" method="post" action="/callbacks/chaos">
    <label
      >Drop
      <select name="drop">
        <option value="">no</option>
        <option value="true">yes</option>
      </select></label
    >
    ${number("delayMs", "Delay, ms")} ${number("duplicates", "Duplicates")}
    ${number("burst", "Burst")} ${number("reorder", "Reorder, by")}
    <label
      >Before the response
      <select name="beforeResponse">
        <option value="">no</option>
        <option value="true">yes</option>
      </select></label
    >
    <label>Other order<input name="orderUuid" maxlength="64" /></label>
    <label
      >Status
      <select name="status">
        <option value="">the record's own</option>
        <option>success</option>
      </select></label
    >
    <label
      >Checksum
      <select name="checksum">
        <option value="">right</option>
        <option>wrong</option>
        <option>missing</option>
      </select></label
    >
    <label
      >Formula
      <select name="formula">
        <option value="">as configured</option>
        ${Object.keys(checksumFormulas).map((formula) => html`<option>${formula}</option>`)}
      </select></label
    >
    ${number("times", "Next callbacks only")}
    <button type="submit">Put in force</button>
  </form>`
}
