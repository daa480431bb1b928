import type { CallbackAttempt, CallbackRecord } from "../callbacks/callback-delivery"
import { type CallbackChaos, checksumFormulas } from "../callbacks/notice"
import { html } from "../http/hono"
import { kronerText } from "../money"
import { maskUrl } from "../redaction"
import type { OrderView } from "../views"
import { button, type Html, page, time } from "./page"

const LISTED = 200

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
    .slice(0, LISTED)
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
  return html`<table>
    <caption>
      ${orders.length} of ${total} orders, newest first
    </caption>
    <thead>
      <tr>
        <th scope="col">Order</th>
        <th scope="col">Status</th>
        <th scope="col">Customer</th>
        <th scope="col">Reference</th>
        <th scope="col">Total</th>
        <th scope="col">Created</th>
      </tr>
    </thead>
    <tbody>
      ${orders.map(
        (order) =>
          html`<tr>
            <th scope="row">
              <a href="/orders/${encodeURIComponent(order.uuid)}">${order.uuid}</a>
            </th>
            <td data-label="Status">
              <span class="status">${order.status}</span>
            </td>
            <td data-label="Customer">${order.customer.name}</td>
            <td data-label="Reference">${order.referenceNo ?? "-"}</td>
            <td data-label="Total" class="number">${kroner(order.grandTotal)}</td>
            <td data-label="Created">${unixTime(order.createdAt)}</td>
          </tr>`
      )}
    </tbody>
  </table>`
}

function facts(order: OrderView): Html {
  const rows: [string, string | Html][] = [
    ["Status", html`<span class="status">${order.status}</span>`],
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

function lineTable(order: OrderView): Html {
  return html`<h2>Lines</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Quantity</th>
          <th scope="col">Rate</th>
          <th scope="col">Discount</th>
          <th scope="col">Tax</th>
          <th scope="col">Amount</th>
          <th scope="col">Refunded</th>
        </tr>
      </thead>
      <tbody>
        ${order.lines.map(
          (line) =>
            html`<tr>
              <th scope="row">${line.name} <span class="quiet">${line.id}</span></th>
              <td data-label="Quantity" class="number">${line.quantity}</td>
              <td data-label="Rate" class="number">${line.rate}</td>
              <td data-label="Discount" class="number">${line.discount}</td>
              <td data-label="Tax" class="number">${line.tax} %</td>
              <td data-label="Amount" class="number">${kroner(line.amount)}</td>
              <td data-label="Refunded" class="number">${kroner(line.refunded)}</td>
            </tr>`
        )}
      </tbody>
    </table>`
}

function history(order: OrderView): Html {
  return html`<h2>History</h2>
    <ol>
      ${order.history.map(
        (entry) => html`<li>${time(entry.at)} ${entry.title}${entry.note && `: ${entry.note}`}</li>`
      )}
    </ol>`
}

function unixTime(seconds: number): Html {
  return time(new Date(seconds * 1000).toISOString())
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
  return html`<table>
    <thead>
      <tr>
        <th scope="col">No.</th>
        <th scope="col">Record</th>
        <th scope="col">Status</th>
        <th scope="col">Address</th>
        <th scope="col">Result</th>
        <th scope="col">Again</th>
      </tr>
    </thead>
    <tbody>
      ${[...callbacks].reverse().map(
        (callback) =>
          html`<tr>
            <th scope="row"><a href="/callbacks/${callback.number}">${callback.number}</a></th>
            <td data-label="Record">${callback.recordUuid}</td>
            <td data-label="Status">${callback.status}</td>
            <td data-label="Address">${callback.url}</td>
            <td data-label="Result">
              <span class="${stateClass[callback.state]}">${callback.state}</span>
              ${callback.attempts.map(attemptText)}
            </td>
            <td>${button(`/callbacks/${callback.number}/resend`, "Resend")}</td>
          </tr>`
      )}
    </tbody>
  </table>`
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
