import { operationIds } from "../../connect"
import type { Audit } from "../audit"
import { faultKinds, type FaultRule } from "../faults/fault"
import { html } from "../http/hono"
import type { LoggedRequest } from "../http/request-log"
import { type Quirks, quirksSchema } from "../options"
import { kronerText } from "../wire-values"
import type { DelayedRefund } from "../world/records"
import { button, type Html, listOrNone, MOST_LISTED, page, table, time, unixTime } from "./page"

/** The last calls, newest first; bodies are redacted. */
export function requestsPage(requests: readonly LoggedRequest[]): Html {
  const shown = [...requests].reverse().slice(0, MOST_LISTED)
  return page(
    "Requests",
    "/requests",
    shown.length === 0
      ? html`<p class="quiet">No requests yet.</p>`
      : table(
          shown,
          [
            ["No.", ({ number }) => number],
            ["Time", ({ at }) => time(at)],
            ["Call", call],
            ["Answer", answer],
            ["Took", ({ durationMs }) => `${durationMs} ms`, "number"],
          ],
          `The last ${shown.length} calls, newest first`
        )
  )
}

const call = ({ body, method, path }: LoggedRequest): Html =>
  html`${method} ${path} ${bodyDetails(body)}`

const answer = ({ answer, errors, fault, messageKey, status }: LoggedRequest): Html =>
  html`<span class="${status >= 200 && status < 300 ? "good" : "bad"}"
      >${status || "no answer"}</span
    >
    ${messageKey} ${fault && html`<br />fault ${fault}`} ${bodyDetails(answer)}
    ${
      Array.isArray(errors) &&
      html`<ul>
        ${errors.map((sentence) => html`<li>${sentence}</li>`)}
      </ul>`
    }`

const bodyDetails = (body: unknown): Html | false =>
  body !== undefined &&
  html`<details>
    <summary>Body, redacted</summary>
    <pre>${JSON.stringify(body, null, 2)}</pre>
  </details>`

/** Orders per reference and callback address, and whether the money adds up. */
export function auditPage(audit: Audit): Html {
  const { money } = audit
  const amounts: [string, number][] = [
    ["Billed", money.billed],
    ["Received", money.received],
    ["Refunded", money.refunded],
    ["Credited", money.credited],
    ["Written off", money.writtenOff],
    ["Open", money.open],
  ]
  return page(
    "Audit",
    "/audit",
    html`<p role="status" class="${money.balanced ? "good" : "bad"}">
        ${money.balanced ? "Money in equals money out." : "Money in does not equal money out."}
      </p>
      <dl>
        ${amounts.map(
          ([name, amount]) =>
            html`<dt>${name}</dt>
              <dd>${amount.toFixed(2)}</dd>`
        )}
        ${Object.entries(audit.orders.byStatus).map(
          ([status, count]) =>
            html`<dt>Orders ${status}</dt>
              <dd>${count}</dd>`
        )}
      </dl>
      <h2>More than one bill for the same thing</h2>
      ${listOrNone(
        audit.billedTwice.map(
          ({ referenceNo, uuids }) =>
            html`${referenceNo}: ${uuids.map((uuid) => html`${billLink(uuid)} `)}`
        )
      )}
      <h2>Totals that do not add up</h2>
      ${listOrNone(
        audit.totalsOff.map(
          ({ orderUuid, problems }) => html`${orderLink(orderUuid)}: ${problems.join(" ")}`
        )
      )}`
  )
}

const billLink = (uuid: string): Html =>
  uuid.startsWith("RES") ? html`<a href="/reservations">${uuid}</a>` : orderLink(uuid)

const orderLink = (uuid: string): Html =>
  html`<a href="/orders/${encodeURIComponent(uuid)}">${uuid}</a>`

/** The virtual clock, what waits for it, and the way back to an empty sandbox. */
export function clockPage(now: Date, delayedRefunds: readonly DelayedRefund[]): Html {
  return page(
    "Clock",
    "/clock",
    html`<p>It is ${time(now.toISOString())} in the sandbox (UTC).</p>
      <form class="row" method="post" action="/clock/advance">
        <label>Days<input name="days" inputmode="decimal" pattern="[0-9.]*" value="1" /></label>
        <label>Hours<input name="hours" inputmode="decimal" pattern="[0-9.]*" /></label>
        <button type="submit">Advance</button>
      </form>
      <form class="row" method="post" action="/clock/skew">
        <label
          >Seconds ahead of the real clock<input
            name="skew"
            inputmode="numeric"
            pattern="-?[0-9]+"
            required
        /></label>
        <button type="submit">Set</button>
      </form>
      <h2>Refunds that are not yet carried out</h2>
      ${listOrNone(
        delayedRefunds.map(
          ({ at, refund }) =>
            html`${refund.recordUuid}: ${kronerText(refund.amountOre)},
            ${at === null ? "when told to" : unixTime(at)}`
        )
      )}
      ${
        delayedRefunds.length > 0 &&
        html`<div class="actions">
          ${button("/delayed-refunds/carry-out", "Carry all out now")}
        </div>`
      }
      <h2>Start over</h2>
      <p>Forgets all records, logs, faults, quirks and chaos.</p>
      <div class="actions">${button("/reset", "Forget everything")}</div>`
  )
}

/** The faults and quirks in force, and forms for more. */
export function faultsPage(rules: readonly FaultRule[], quirks: Quirks): Html {
  return page(
    "Faults",
    "/faults",
    html`${rules.length === 0 ? html`<p class="quiet">No fault is in force.</p>` : ruleTable(rules)}
      <h2>Add a fault</h2>
      <form class="row" method="post" action="/faults">
        <label
          >Operation
          <select name="operation">
            <option value="all">all</option>
            ${operationIds.map((id) => html`<option>${id}</option>`)}
          </select>
        </label>
        <label
          >Takes effect first
          <select name="commit">
            <option value="">as usual for the fault</option>
            <option value="before:">no</option>
            <option value="after:">yes</option>
          </select>
        </label>
        <label
          >Fault
          <select name="kind">
            ${faultKinds.map((kind) => html`<option>${kind}</option>`)}
          </select>
        </label>
        <label>Only call no.<input name="nth" inputmode="numeric" pattern="[0-9]*" /></label>
        <label>Times at most<input name="times" inputmode="numeric" pattern="[0-9]*" /></label>
        <label>Chance, 0 to 1<input name="probability" inputmode="decimal" /></label>
        <button type="submit">Put in force</button>
      </form>
      <h2>Quirks</h2>
      <p>In force: ${Object.keys(quirks).length === 0 ? "none" : JSON.stringify(quirks)}</p>
      <form class="row" method="post" action="/quirks">
        ${Object.entries(quirksSchema.shape).map(([name, { description }]) => quirkField(name, description, quirks))}
        <button type="submit">Put in force</button>
      </form>`
  )
}

/** A quirk that is on or off, or one that takes a value, by what its description's schema accepts. */
function quirkField(name: string, what: string | undefined, quirks: Quirks): Html {
  const value: unknown = Reflect.get(quirks, name)
  const isSwitch = quirksSchema.safeParse({ [name]: true }).success
  return isSwitch
    ? html`<label title="${what ?? ""}"
        >${name}
        <select name="${name}">
          <option value="">no</option>
          ${value === true ? html`<option value="true" selected>yes</option>` : html`<option value="true">yes</option>`}
        </select></label
      >`
    : html`<label title="${what ?? ""}"
        >${name}<input name="${name}" value="${value === undefined ? "" : String(value)}"
      /></label>`
}

const ruleTable = (rules: readonly FaultRule[]): Html =>
  table(rules, [
    ["Fault", ({ fault }) => fault],
    ["Operation", ({ operation }) => operation ?? "all"],
    ["When", conditions],
    ["Played", ({ played, seen }) => `${played} of ${seen} calls`],
    ["Remove", ({ id }) => button(`/faults/${id}/remove`, "Remove"), "buttons"],
  ])

function conditions({ nth, probability, times }: FaultRule): string {
  const parts = [
    nth !== undefined && `call ${[nth].flat().join(", ")}`,
    probability !== undefined && `chance ${probability}`,
    times !== undefined && `at most ${times} times`,
  ]
  return parts.filter(Boolean).join(", ") || "every call"
}
