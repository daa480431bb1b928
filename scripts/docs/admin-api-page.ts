import { operationIds, operationOf } from "../../src/connect"
import { adminLists } from "./admin-lists"
import { list, table } from "./table"

/** `docs/admin-api.md`: lists and money operations from the code, the rest by hand. */
export const adminApiPage = (): string => `# Admin API

Routes under \`/admin/e-invoice\`, for a signed-in admin user or a secret API key. Every answer masks personal numbers.

## Operations of the service

One address serves every operation by its id: [operations](operations.md) lists ids and safety, [openapi.json](openapi.json) the fields. Path parameters
are identifiers at the service.

**Read** with \`GET\`, parameters and query together in the query string:

\`\`\`text
GET /admin/e-invoice/operations/orders.status?order_uuid=ODR1234567890
\`\`\`

The answer is \`{ data, message_key, provenance }\`; a list adds \`count\`, \`offset\`, \`limit\`, \`page\` and \`pages\`, one record \`can\`. Where no source
shows its shape, \`raw\` holds all of it.

**Change** with \`POST\` and \`{ params, body }\`, either left out where the operation takes none:

\`\`\`text
POST /admin/e-invoice/operations/reservations.capture
Idempotency-Key: 4b9a6b0e-6f0d-4c58-9a26-0d6a5f3c2a11
Content-Type: application/json

{
  "params": { "reservation_uuid": "RES1234567890" },
  "body": { "grandTotal": "100.00", "products": [{ "id": 1, "amount": "100.00" }] }
}
\`\`\`

Optional beside them: \`order_id\`, \`customer_id\` and \`currency_code\` of Medusa; \`link_due_date\` (\`2026-12-01\`, the end of that day in Norway);
\`confirm_repeat\`. A \`callback.callbackUrl\` that is left out is the plugin's own. The answer is
\`{ operation: { id, state, subject_uuid, record_id, ... }, data, raw? }\`.

### Idempotency-Key

One per intended payment, refund or other change: 1 to 200 printable ASCII characters without a space, best a UUID. The same key again answers the same and
sends nothing. It is required where money moves: ${moneyOperations()}, and the routes below that bill, capture, charge or refund.

While one of these on a record is under way or in doubt, the plugin holds back every other on it that moves money, ends it or changes it. For a day after a
doubt was settled as carried out, the same amount on the same record needs \`confirm_repeat: true\`.

## Orders and customers of Medusa

With the server's own lines and checks: prefer them to the operations.

${list([
  [
    "`GET /admin/e-invoice/medusa-orders/:id/bill`",
    "what is neither paid nor billed: `{ outstanding: { currency_code, pending, billable, open: [{ source, id, amount }], not_billable, waits_for_parcels } }`. `waits_for_parcels`: whether parcels are still billed automatically; billing by hand bills all at once. `not_billable` is null, `cancelled`, `listed-twice` (Medusa lists a line of the order twice), `checkout-open`, `unsettled`, `open-bill` or `nothing-outstanding`.",
  ],
  [
    "`POST /admin/e-invoice/medusa-orders/:id/bill`",
    "bills it: `{ by, personal_number?, organization_id?, phone?, email?, send_by?: { sms, email }, link_due_date?, reference? }`; `by` is `payment-link`, `invoice`, `e-invoice`, `ehf-invoice` or `reservation`. Answers `{ e_invoice_order }`, or as `reservations.submit` does ([why](decisions/bills-are-payments.md)).",
  ],
  [
    "`POST /admin/e-invoice/medusa-orders/:id/subscriptions`",
    "makes a subscription of the order's lines: `{ frequency, repeats, start_date, end_date?, link_due_date?, send_by: { sms, email }, organization_id? }`. With `return_to: { success, failure }` instead of `send_by`, pass the answer's `paymentUrl` on to the customer. Answers as `subscriptions.create` or `subscriptions.create-session` does.",
  ],
  [
    "`GET /admin/e-invoice/medusa-orders/:id/reservations`",
    "the order's reservations: `{ reservations: [{ record, account, in_doubt, awaiting_approval, problem }], count }`. `account` has totals and what is left to capture and refund; it is null, with `problem`, when the service could not answer.",
  ],
  [
    "`POST /admin/e-invoice/medusa-orders/:id/reservations`",
    "reserves the order's lines when its whole price is outstanding: `{ send_by: { sms, email }, link_due_date?, charge_validity_days?, customer_notes?, organization_id? }`. Answers as `reservations.submit` does.",
  ],
  [
    "`GET /admin/e-invoice/medusa-customers/:id`",
    "who the customer is at the service: `{ medusa_customer: { id, service_customers: [{ uuid, last_seen_at, order_ids }], subscriptions } }`, the newest first.",
  ],
  [
    "`GET /admin/e-invoice/medusa-customers/:id/credit-checks`",
    "their credit checks: `{ credit_checks, count }`.",
  ],
])}

## Orders of checkouts

${list([
  [
    "`GET /admin/e-invoice/orders`",
    "e-invoice orders. `warnings` has codes for staff, most severe first; `can` says of each operation `yes`, `switched_off`, `status` or `nothing_there`. An order that [waits for its parcels](merchant-guide.md#bill-when-it-is-shipped) has `hold_until`; a parcel's invoice has `fulfillment_id`.",
  ],
  ["`GET /admin/e-invoice/orders/:id`", "one of them, with its timeline and refunds."],
  ["`POST /admin/e-invoice/orders/:id/refresh`", "asks the service for its status."],
  ["`POST /admin/e-invoice/orders/:id/cancel`", "cancels it at the service: `{ note? }`."],
  [
    "`GET /admin/e-invoice/orders/:id/settle`",
    "what may be an order in doubt: `{ settlement }` with `candidates`, the likeliest first, and their `contradictions`. One that `is_other` is not adopted. `complete`: whether the service showed all of its orders.",
  ],
  [
    "`POST /admin/e-invoice/orders/:id/settle`",
    'settles it: `{ decision: "adopt", attempt, order_uuid }`, `create-again` or `give-up`; `attempt` is the number that the order shows. `{ decision: "declare-foreign", order_uuid }`: one of `other_orders` is not for this payment.',
  ],
  [
    "`GET /admin/e-invoice/orders/:id/refunds`",
    "what can be refunded, in all and by line, the `obstacle`, and earlier refunds: `{ refund_account }`. `refunded_at_service` is null where the service names no amount. `changed`: what Medusa owes for a changed order, `{ amount, lines: [{ id, name, amount }], certain }`; `certain`: whether their VAT is.",
  ],
  [
    "`POST /admin/e-invoice/orders/:id/refunds`",
    "refunds in Medusa and at the service: `{ lines: [{ id, amount }] }` or `{ amount }`, with `note?` and `refund_reason_id?`. Rejected with `confirm_repeat` after a settled doubt about the same amount (`repeats`), with `order_change_active` while the Medusa order has an open change, with `owed_elsewhere` where an amount is owed for goods of another paid invoice, and with `credit_missing` while a credit of the paid invoice is missing. `orders.refund` rejects an order that was paid at checkout.",
  ],
  [
    "`POST /admin/e-invoice/orders/:id/refunds/:refund_id/approval`",
    "asks the operator to approve a refund that lacked approval; repeated calls ask once.",
  ],
  [
    "`GET /admin/e-invoice/orders/:id/refunds/:refund_id/settle`",
    "what the service shows of it: `{ settlement: { status, refunded, recorded, contradicts } }`; `contradicts` is the outcome it rules out (`carried-out`, `not-carried-out`) or null.",
  ],
  [
    "`POST /admin/e-invoice/orders/:id/refunds/:refund_id/settle`",
    "records what staff found about a refund in doubt or awaiting approval, or a rejected credit given by hand: `{ carried_out, attempt? }`. A refund that was carried out is recorded in Medusa; nothing is sent.",
  ],
])}

## Reservations, with the sums of the server

Staff choose lines and amounts; the server adds up, checks what is left, and spreads over lines. Those that move money need
an \`Idempotency-Key\`; all answer as the operation does.

${list([
  [
    "`GET /admin/e-invoice/reservations/:uuid/account`",
    "one followed reservation: `{ reservation }`.",
  ],
  [
    "`GET /admin/e-invoice/reservations/:uuid/history`",
    "what the service recorded, and what was done here: `{ events, operations, problem }`, the newest first.",
  ],
  [
    "`POST /admin/e-invoice/reservations/:uuid/captures`",
    "captures by line: `{ lines: [{ id, amount }], note? }`.",
  ],
  [
    "`POST /admin/e-invoice/reservations/:uuid/charges`",
    "charges beyond the reservation, with tax: `{ lines: [{ name, amount, tax }], note? }`.",
  ],
  [
    "`POST /admin/e-invoice/reservations/:uuid/refunds`",
    'refunds from one capture or charge: `{ source: "captured" | "charged", reference, amount }`.',
  ],
  [
    "`POST /admin/e-invoice/reservations/:uuid/refunds/:refund_id/approval`",
    "requests approval of a rejected refund, by its operation's id; repeated calls ask once.",
  ],
  [
    "`POST /admin/e-invoice/reservations/follow`",
    "follows a reservation made elsewhere, if the service knows it: `{ uuid, order_id? }`.",
  ],
])}

## What the plugin remembers

${list([
  [
    "`GET /admin/e-invoice/operations`",
    "the catalogue: provenance, safety, preconditions, whether it is on, and the option that switches it off.",
  ],
  [
    "`GET /admin/e-invoice/records`",
    "orders, reservations, subscriptions and company checks made or touched beside checkouts, one kind of them with `?kind=reservation`; `/:id` is one of them.",
  ],
  ["`POST /admin/e-invoice/records/:id/refresh`", "asks the service for its current state."],
  [
    "`GET /admin/e-invoice/operation-log`",
    "operations that changed something or were meant to, with their actor; `/:id` is one of them.",
  ],
  [
    "`GET /admin/e-invoice/operation-log/:id/settle`",
    "what the service shows of it: `{ settlement }`, with the `candidates` it may have made (null where the service has no list), or with what was `moved` on its record.",
  ],
  [
    "`POST /admin/e-invoice/operation-log/:id/settle`",
    "records what staff found: `{ took_effect, attempt, uuid?, not_it? }`; `uuid` names the record that a creation made, `not_it` the candidates that staff found to be others (else `candidate_not_excluded`). `took_effect: false` is rejected where the service shows that the money moved. For one with `contradicted_at`, `{ took_effect: true, attempt }` says that it is handled.",
  ],
])}

## Overview, money, callbacks and settings

${list([
  [
    "`GET /admin/e-invoice/overview`",
    "`attention: { count, handled_count, items }`, what waits for staff, most severe first, 20 at once (`?attention_offset=20`), or with `?attention=handled` what is marked as handled, of the kinds `order`, `refund` and `operation` (`refund_awaiting_approval`, `refund_approved`) and `record` (`record_after_cancel`, `reservation_expiring`); who takes care of it: `taken_by`, `taken_by_name`, `is_mine`; `is_service_down`; `statuses: [{ state, remote_status, count }]`; `outstanding: [{ currency_code, count, amount, ages: [{ from_days, to_days, count, amount }] }]`, amounts as text; `callbacks: { waiting, failed }`.",
  ],
  [
    "`POST /admin/e-invoice/overview/cases/:id`",
    "by `case_id`: `{ action, version, taken_by }`, the last two as the overview showed them; `action` is `take` (a free case, or one of the colleague in `taken_by`), `release`, `mark_handled` (where `can_be_handled`) or `reopen`. 409 with the code `case_changed` when it no longer stands so. What is marked as handled waits again once it changes.",
  ],
  [
    "`GET /admin/e-invoice/reconciliation`",
    "`?from=2026-11-01&to=2026-11-30&time_zone=Europe/Oslo`, at most 366 days: `{ reconciliation: { count, orders, differing, days: [{ day, currency_code, orders, differing, service, medusa }], rows } }`. `service` has `invoiced`, `credited`, `paid`, `refunded`, `fee`; `medusa` has `invoiced`, `paid`, `refunded`. `rows`, one for each order and day, are at most 200, the newest that differ first; `format=csv` gives all ([what counts when](decisions/what-counts-on-which-day.md)).",
  ],
  [
    "`GET /admin/e-invoice/metrics`",
    "counts and ages in Prometheus's text format: [monitoring](monitoring.md).",
  ],
  [
    "`GET /admin/e-invoice/callbacks`",
    "the inbox: what each carried, masked, and its `state`: `received`, `processed` or `failed`. The filter `e_invoice_order_id` takes a record's id too.",
  ],
  [
    "`POST /admin/e-invoice/callbacks/:id/process`",
    "processes a callback again; repeating it is safe.",
  ],
  ["`GET /admin/e-invoice/settings`", "the options in force, without secrets, and the operations."],
  [
    "`POST /admin/e-invoice/settings/connection-test`",
    "`verdict` is `ok`, or what went wrong, such as `token_refused`.",
  ],
  [
    "`POST /admin/e-invoice/settings/callback-test`",
    "`verdict` is `ok`, or what went wrong, such as `redirected`. `loopback`: the address leads nowhere from outside.",
  ],
  [
    "`GET /admin/e-invoice/personal-data/:customer_id`",
    "hands out a customer's data: `{ personal_data: { e_invoice_orders, operations, records, checkout_data } }` ([privacy](privacy.md)).",
  ],
  [
    "`POST /admin/e-invoice/personal-data/:customer_id/erase`",
    "erases it: `{ erasure: { erased, waiting } }`; settle what `waiting` names, and repeat.",
  ],
])}

## Lists

Newest first, in pages: \`limit\` (1 to 200; 20), \`offset\`, and \`count\` in the answer.

- **Filters** take one value or several (\`status[]=PAID&status[]=SENT\`), times a range (\`created_at[$gte]=2026-11-01\`). Every list has
  \`created_at\` and \`updated_at\`.
- **\`q\`** finds an identifier, a Medusa order number or a customer's e-mail address as a whole; where none matches, a part of an identifier, or each word
  in the customer's name or e-mail address.
- **\`order\`** names a column, descending with \`-\` before it.
- **Rows** name their Medusa order and customer (\`order_number\`, \`customer: { id, name, email }\`), read from Medusa and not stored.
- **\`format=csv\`** answers all rows found: UTF-8 with a byte order mark, amounts in major units, times in \`time_zone\` (UTC). Text that a
  spreadsheet would read as a formula begins with an apostrophe. \`subscriptions.list\` and \`subscriptions.failed-list\` take it, too.

${adminLists()}

## Policies

Where the store uses roles, a role needs the policy of the route:

${list([
  [
    "`e_invoice:read`",
    "what is read, unless named below. The `customer` of an order takes Medusa's `order:read` as well; without it the answer says null.",
  ],
  ["`e_invoice:update`", "what is changed, unless named below."],
  [
    "`e_invoice_refund:create` and Medusa's `refund:create`, both",
    "refunds of orders, reservations and cycles, and asking for their approval.",
  ],
  ["`e_invoice_cancellation:create`", "cancelling orders, reservations and subscriptions."],
  ["`e_invoice_settlement:create`", "settling what is in doubt."],
  [
    "`e_invoice_personal_data:read`",
    "handing out a customer's data; customers and credit checks at the service.",
  ],
  [
    "`e_invoice_personal_data:update`",
    "erasing a customer's data; changing customers at the service; checking credit.",
  ],
  ["`e_invoice_user:create`", "creating users at the service."],
])}

## Errors

\`{ type, code, message, advice?, message_key?, errors?: [{ field, message }] }\`: \`message\` and \`advice\` are sentences for
staff, \`message_key\` is the service's own word. An operation called by the wrong method answers 405.

${table(
  ["HTTP", "code", "When"],
  [
    ["400", "`refused`", "A field breaks a rule of ours or of the service; `errors` names each"],
    ["400", "`disabled`", "The operation is switched off; the message names the option"],
    ["400", "`confirm_repeat`", "See [Idempotency-Key](#idempotency-key)"],
    ["400", "`in_doubt`", "A refund got no answer: repeat it under the same key in a few minutes"],
    [
      "400",
      "`payment_under_way`",
      "Another payment or refund of the Medusa order is being recorded; nothing was done: try again",
    ],
    ["404", "`not_found`", "The service knows no such record; without a code, the plugin does not"],
    ["409", "`conflict`", "The record's status forbids it"],
    ["409", "`under_way`", "The same request, under this key or another, is being sent"],
    [
      "409",
      "`in_doubt`",
      "An earlier attempt got no answer; it is not repeated before staff settle it",
    ],
    ["500", "`in_doubt`", "It may have taken effect; something here failed after it was sent"],
    ["502", "`token`", "The service does not accept the plugin's token"],
    ["502", "`malformed_answer`", "The service's answer cannot be used"],
    ["503", "`unavailable`", "The service was not reached; certainly nothing happened"],
    ["504", "`in_doubt`", "The request went out and no answer came"],
  ]
)}
`

/** The operations that move money, as the catalogue says. */
function moneyOperations(): string {
  return operationIds
    .filter((id) => operationOf(id).movesMoney)
    .map((id) => `\`${id}\``)
    .join(", ")
}
