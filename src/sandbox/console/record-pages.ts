import { html } from "../http/hono"
import type { Sandbox } from "../sandbox"
import { kronerText } from "../wire-values"
import { movedOre, paidCycles, refundedOre, type Subscription } from "../world/records"
import { all, button, type Column, type Html, page, type PagePath, table, unixTime } from "./page"

/** A button under a record: where it posts to, by identifier, and what it says. */
type Action = readonly [slug: string, name: string]

export function reservationsPage(sandbox: Sandbox): Html {
  return listPage(
    "Reservations",
    "/reservations",
    sandbox.reservations.list(),
    [
      ["Status", ({ status }) => status],
      ["Created", ({ createdAt }) => unixTime(createdAt)],
      ["Held until", ({ heldUntil }) => unixTime(heldUntil)],
      ["Total", ({ grandTotalOre }) => kronerText(grandTotalOre)],
      ["Captured", ({ captures }) => kronerText(movedOre(captures))],
      ["Charged", ({ charges }) => kronerText(movedOre(charges))],
      ["Refunded", ({ captures, charges }) => kronerText(refundedOre([...captures, ...charges]))],
    ],
    ({ status }) =>
      status === "SENT"
        ? [
            ["confirm", "Confirm"],
            ["decline", "Decline"],
          ]
        : []
  )
}

export function subscriptionsPage(sandbox: Sandbox): Html {
  return listPage(
    "Subscriptions",
    "/subscriptions",
    sandbox.subscriptions.list(),
    [
      ["Status", ({ status }) => status],
      ["Each", ({ payablePerCycleOre }) => kronerText(payablePerCycleOre)],
      ["Every", ({ unit }) => unit],
      [
        "Paid cycles",
        (subscription) => `${paidCycles(subscription).length} of ${subscription.repeats}`,
      ],
      ["Next", ({ nextCycleAt }) => unixTime(nextCycleAt)],
      ["Failed", failedCycles],
    ],
    ({ status }) => (status === "SENT" ? [["start", "Start"]] : [])
  )
}

export function approvalsPage(sandbox: Sandbox): Html {
  return listPage(
    "Refund approvals",
    "/refund-approvals",
    sandbox.refundApprovals.list(),
    [
      ["State", ({ state }) => state],
      ["Record", ({ recordUuid }) => recordUuid],
      ["Amount", ({ amountOre }) => kronerText(amountOre)],
      ["Because", ({ message }) => message],
      ["Asked", ({ requestedAt }) => unixTime(requestedAt)],
    ],
    ({ state }) =>
      state === "pending"
        ? [
            ["approve", "Approve"],
            ["reject", "Reject"],
          ]
        : []
  )
}

export function checksPage(sandbox: Sandbox): Html {
  const companies = recordTable(
    "/company-checks",
    sandbox.companyChecks.list(),
    [
      ["State", ({ state }) => state],
      ["Company", ({ companyName }) => companyName],
      ["Score", ({ score, riskLevel }) => `${score}, ${riskLevel}`],
      ["Asked", ({ createdAt }) => unixTime(createdAt)],
    ],
    ({ state }) =>
      state === "pending"
        ? [
            ["verify", "Verify"],
            ["fail", "Fail"],
          ]
        : []
  )
  const credits = recordTable(
    "/credit-checks",
    sandbox.creditChecks(),
    [
      ["Kind", ({ type }) => type],
      ["Name", ({ name }) => name],
      ["Score", ({ score, riskLevel }) => `${score}, ${riskLevel}`],
      ["Message", ({ scoreMessage }) => scoreMessage],
      ["Asked", ({ createdAt }) => unixTime(createdAt)],
    ],
    () => []
  )
  return page(
    "Checks",
    "/checks",
    html`<h2>Companies</h2>
      ${companies}
      <h2>Credit</h2>
      ${credits}`
  )
}

export function peoplePage(sandbox: Sandbox): Html {
  const customers = recordTable(
    "/customers",
    sandbox.customers(),
    [
      ["Kind", ({ type }) => type],
      ["Name", ({ name }) => name],
      ["E-mail", ({ email }) => email],
      ["Organization", ({ organizationId }) => organizationId ?? "-"],
    ],
    () => []
  )
  const users = recordTable(
    "/users",
    sandbox.users(),
    [
      ["Role", ({ role }) => role],
      ["Name", ({ name }) => name],
      ["E-mail", ({ email }) => email],
    ],
    () => []
  )
  return page(
    "People",
    "/people",
    html`<h2>Customers</h2>
      ${customers}
      <h2>Users</h2>
      ${users}`
  )
}

function listPage<Item extends { uuid: string }>(
  title: string,
  path: PagePath,
  items: readonly Item[],
  columns: readonly Column<Item>[],
  actions: (item: Item) => readonly Action[]
): Html {
  return page(title, path, recordTable(path, items, columns, actions))
}

function recordTable<Item extends { uuid: string }>(
  path: string,
  items: readonly Item[],
  columns: readonly Column<Item>[],
  actions: (item: Item) => readonly Action[]
): Html {
  if (items.length === 0) {
    return html`<p class="quiet">None yet.</p>`
  }
  return table([...items].reverse(), [
    ["Identifier", ({ uuid }) => uuid],
    ...columns,
    [
      "Actions",
      (item) =>
        all(actions(item).map(([slug, name]) => button(`${path}/${item.uuid}/${slug}`, name))),
      "buttons",
    ],
  ])
}

function failedCycles({ cycles }: Subscription): Html {
  const failed = cycles.filter(({ hasFailed }) => hasFailed)
  return html`${failed.map(
    ({ number, orderUuid, state }) =>
      html`Cycle ${number}: ${state}
      ${state !== "paid" && button(`/subscriptions/${orderUuid}/pay-failed`, "Pay")}`
  )}`
}
