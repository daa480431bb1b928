import { html } from "hono/html"
import { operationIds } from "../../connect"
import { faultKinds } from "../faults/fault"
import type { FaultRule } from "../faults/fault-rules"
import { button, page, type Html } from "./page"

/** The faults in force, and a form for more. */
export function faultsPage(rules: readonly FaultRule[]): Html {
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
      </form>`
  )
}

function ruleTable(rules: readonly FaultRule[]): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Fault</th>
        <th scope="col">Operation</th>
        <th scope="col">When</th>
        <th scope="col">Played</th>
        <th scope="col">Remove</th>
      </tr>
    </thead>
    <tbody>
      ${rules.map(
        (rule) =>
          html`<tr>
            <th scope="row">${rule.fault}</th>
            <td data-label="Operation">${rule.operation ?? "all"}</td>
            <td data-label="When">${conditions(rule)}</td>
            <td data-label="Played">${rule.played} of ${rule.seen} calls</td>
            <td>${button(`/faults/${rule.id}/remove`, "Remove")}</td>
          </tr>`
      )}
    </tbody>
  </table>`
}

function conditions({ nth, probability, times }: FaultRule): string {
  const parts = [
    nth !== undefined && `call ${[nth].flat().join(", ")}`,
    probability !== undefined && `chance ${probability}`,
    times !== undefined && `at most ${times} times`,
  ]
  return parts.filter(Boolean).join(", ") || "every call"
}
