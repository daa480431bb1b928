import { html } from "hono/html"
import { checksumFormulas } from "../callbacks/checksum"
import type { CallbackChaos } from "../callbacks/callback-chaos"
import type { CallbackAttempt, CallbackRecord } from "../callbacks/callback-log"
import { button, page, time, type Html } from "./page"

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

export function callbackTable(callbacks: readonly CallbackRecord[]): Html {
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
            <th scope="row">${callback.number}</th>
            <td data-label="Record">${callback.recordUuid}</td>
            <td data-label="Status">${callback.status}</td>
            <td data-label="Address">${callback.url}</td>
            <td data-label="Result">
              <span class="${callback.state === "delivered" ? "good" : "bad"}"
                >${callback.state}</span
              >
              ${callback.attempts.map(attemptText)}
            </td>
            <td>${button(`/callbacks/${callback.number}/resend`, "Resend")}</td>
          </tr>`
      )}
    </tbody>
  </table>`
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
