import { operationIds, operationOf } from "../../src/connect"
import { adminLists } from "./admin-lists"
import { list, table } from "./table"

/** `docs/admin-api.md`: lists and money operations from the code, the rest by hand. */
export const adminApiPage = (): string => `# Admin API

Routes for a signed-in admin user or a secret API key. Each stands below without its beginning, \`/admin/e-invoice\`. Answers mask personal numbers.

\`\`\`bash
curl --user sk_your_secret_key: 'http://localhost:9000/admin/e-invoice/orders?state=succeeded&limit=5'
\`\`\`

For what concerns a Medusa order, prefer [its routes](#orders-and-customers-of-medusa) to the operations: the server takes its own lines and checks them.

## Operations of the service

One address serves every operation: [operations](operations.md) lists ids and safety, [openapi.json](openapi.json) the fields.

**Read** with \`GET\`, path parameters and query together in the query string:

\`\`\`text
GET /admin/e-invoice/operations/orders.status?order_uuid=ODR1234567890
\`\`\`

The answer is \`{ data, message_key, provenance }\`, of a list with \`count\`, \`offset\`, \`limit\`, \`page\` and \`pages\`, of one record with \`can\`. Where no
source shows its shape, \`raw\` holds all of it.

**Change** with \`POST\` and what the operation takes of \`{ params, body }\`:

\`\`\`text
POST /admin/e-invoice/operations/reservations.capture
Idempotency-Key: 4b9a6b0e-6f0d-4c58-9a26-0d6a5f3c2a11
Content-Type: application/json

{
  "params": { "reservation_uuid": "RES1234567890" },
  "body": { "grandTotal": "100.00", "products": [{ "id": 1, "amount": "100.00" }] }
}
\`\`\`

The answer is \`{ operation: { id, state, subject_uuid, record_id, ... }, data, raw? }\`. Optional beside \`params\`: Medusa's \`order_id\`, \`customer_id\` and
\`currency_code\`; \`link_due_date\` (\`2026-12-01\`, to the end of that day in Norway); \`confirm_repeat\`. Without a \`callback.callbackUrl\`, the plugin's own is
sent.

### Idempotency-Key

One for each intended change: 1 to 200 printable ASCII characters without a space, best a UUID. The same key again answers the same and sends nothing. Required
where money moves: ${moneyOperations()}, and the routes below that bill, capture, charge or refund.

While such a change of a record is under way or in doubt, others that move money, end the record or change it are held back. The same amount on the
same record takes \`confirm_repeat: true\` for ten minutes after it was moved, and for a day after a doubt about it was settled as carried out. A refund that
Medusa owes besides takes it only after such a doubt.

## Orders and customers of Medusa

${list([
  [
    "`GET /medusa-orders/:id/bill`",
    "what is neither paid nor billed: `{ outstanding: { currency_code, pending, billable, open: [{ source, id, amount }], not_billable, waits_for_parcels } }`. `not_billable` is null, `cancelled`, `listed-twice` (Medusa lists a line of the order twice), `credit-missing` (of a paid invoice), `credit-open` (in doubt), `checkout-open`, `unsettled`, `open-bill` or `nothing-outstanding`. While `waits_for_parcels`, parcels are billed by themselves; billing by hand bills all at once.",
  ],
  [
    "`POST /medusa-orders/:id/bill`",
    "bills it: `{ by, personal_number?, organization_id?, phone?, email?, send_by?: { sms, email }, link_due_date?, reference? }`; `by` is `payment-link`, `invoice`, `e-invoice`, `ehf-invoice` or `reservation`. Answers `{ e_invoice_order }`, or as `reservations.submit` does ([why](decisions/bills-are-payments.md)).",
  ],
  [
    "`POST /medusa-orders/:id/subscriptions`",
    "makes a subscription of the lines: `{ frequency, repeats, start_date, end_date?, link_due_date?, send_by: { sms, email }, organization_id? }`. With `return_to: { success, failure }` for `send_by`, pass the answer's `paymentUrl` on to the customer. Answers as `subscriptions.create` or `subscriptions.create-session` does.",
  ],
  [
    "`GET /medusa-orders/:id/reservations`",
    "`{ reservations: [{ record, account, in_doubt, awaiting_approval, problem }], count }`. `account` has totals and what is left to capture and refund; null, with a `problem`, where the service could not answer.",
  ],
  [
    "`POST /medusa-orders/:id/reservations`",
    "reserves the lines while the whole price is outstanding: `{ send_by: { sms, email }, link_due_date?, charge_validity_days?, customer_notes?, organization_id? }`. Answers as `reservations.submit` does.",
  ],
  [
    "`GET /medusa-customers/:id`",
    "who the customer is at the service: `{ medusa_customer: { id, service_customers: [{ uuid, last_seen_at, order_ids }], subscriptions } }`, newest first.",
  ],
  ["`GET /medusa-customers/:id/credit-checks`", "`{ credit_checks, count }`."],
])}

## Orders of checkouts

What changes an order answers \`{ e_invoice_order }\`; \`POST /orders/:id/refunds\` answers as its \`GET\`.

${list([
  [
    "`GET /orders`",
    "a [list](#lists). `warnings` has codes for staff, most severe first; `can` says of each operation `yes`, `switched_off`, `status` or `nothing_there`. `due_at` is estimated, and null where the service says otherwise; `is_overdue` goes by both. An order that [waits for its parcels](merchant-guide.md#bill-when-it-is-shipped) has `hold_until`, a parcel's invoice `fulfillment_id`.",
  ],
  ["`GET /orders/:id`", "one, with its timeline and refunds."],
  ["`POST /orders/:id/refresh`", "asks the service for its status."],
  ["`POST /orders/:id/cancel`", "cancels it at the service: `{ note? }`."],
  [
    "`GET /orders/:id/settle`",
    "what an order in doubt may be: `{ settlement }` with `candidates`, likeliest first, and their `contradictions`. One that `is_other` is not adopted. `complete`: the service showed all of its orders.",
  ],
  [
    "`POST /orders/:id/settle`",
    'settles it: `{ decision: "adopt", attempt, order_uuid }`, or `create-again` or `give-up` with the `attempt` that the order shows. `{ decision: "declare-foreign", order_uuid }`: one of `other_orders` is not for this payment.',
  ],
  [
    "`GET /orders/:id/refunds`",
    "`{ refund_account }`: what can be refunded, in all and by line, the `obstacle`, earlier refunds. `refunded_at_service` is null where the service names no amount. `recordable` is what a refund given in the portal can be recorded with, null where none shows. `may_be_given` is true of a rejected credit that is still missing. `changed` is what Medusa owes for a changed order: `{ amount, lines: [{ id, name, amount }], certain }`, where `certain` is of the VAT.",
  ],
  [
    "`POST /orders/:id/refunds`",
    "refunds in Medusa and at the service: `{ lines: [{ id, amount }] }` or `{ amount }`, with `note?` and `refund_reason_id?`; `given_at_service` where `recordable` is not null: true records what was refunded in the service's portal and sends nothing. The operation `orders.refund` rejects an order that was paid at checkout.",
  ],
  [
    "`POST /orders/:id/refunds/:refund_id/approval`",
    "asks the operator to approve a refund that lacked approval; once, however often it is called. Answers as the operation does.",
  ],
  [
    "`GET /orders/:id/refunds/:refund_id/settle`",
    "`{ settlement: { status, refunded, recorded, contradicts } }`; `contradicts` is the outcome that the service rules out (`carried-out`, `not-carried-out`) or null.",
  ],
  [
    "`POST /orders/:id/refunds/:refund_id/settle`",
    "records what staff found of a refund in doubt or awaiting approval, or a rejected credit given by hand (`may_be_given`): `{ carried_out, attempt?, beside_another? }`; the last says of such a credit whether the service shows another refund beside it, and is needed while `recordable` is not null. Medusa records one that was carried out; nothing is sent.",
  ],
])}

A refund may be rejected with one of these codes; try again under the same key:

${list([
  ["`confirm_repeat`", "the same amount was refunded shortly before ([which](#idempotency-key))."],
  ["`order_change_active`", "the Medusa order has an open change."],
  ["`owed_elsewhere`", "the amount is owed for goods of another paid invoice."],
  [
    "`refunded_at_service`",
    "the service shows a refund that is not recorded: say with `given_at_service` whether it is this one.",
  ],
  [
    "`credit_missing`",
    "a credit of the paid invoice is missing; what the portal gave of other lines may be recorded before it.",
  ],
  ["`credited_at_service`", "the invoice is not paid: take the same off the Medusa order."],
  ["`not_captured`, `not_created`", "there is nothing to refund, or it is not known to exist yet."],
  ["`beyond_left`, `beyond_returned`", "more than is left, or than came back."],
  ["`refund_under_way`", "another refund of the order is being sent: try again."],
  [
    "`refund_unclear`",
    "it is not known whether an earlier refund (`amount`) was carried out: settle that first.",
  ],
  [
    "`refund_to_record`",
    "an earlier refund was carried out: refund its `amount` first, which sends nothing.",
  ],
  ["`refund_unrecorded`", "the service carried out an earlier one: record that first."],
  ["`approval_asked`", "its approval is requested: settle that first."],
  [
    "`refund_not_sent`, `refund_rejected`",
    "the service could not be asked, or rejected it: `message_key`, `kind` and `why` say more.",
  ],
])}

## Reservations

Staff choose lines and amounts; the server adds up, checks what is left, and spreads over lines. All answer as the operation does.

${list([
  ["`GET /reservations/:uuid/account`", "one followed reservation: `{ reservation }`."],
  [
    "`GET /reservations/:uuid/history`",
    "what the service recorded and what was done here: `{ events, operations, problem }`, newest first.",
  ],
  ["`POST /reservations/:uuid/captures`", "`{ lines: [{ id, amount }], note? }`."],
  [
    "`POST /reservations/:uuid/charges`",
    "charges beyond the reservation, with tax: `{ lines: [{ name, amount, tax }], note? }`.",
  ],
  [
    "`POST /reservations/:uuid/refunds`",
    'refunds from one capture or charge: `{ source: "captured" | "charged", reference, amount }`.',
  ],
  [
    "`POST /reservations/:uuid/refunds/:refund_id/approval`",
    "requests approval of a rejected refund, by its operation's id; once.",
  ],
  [
    "`POST /reservations/follow`",
    "follows a reservation made elsewhere, if the service knows it: `{ uuid, order_id? }`.",
  ],
])}

## What the plugin remembers

${list([
  [
    "`GET /operations`",
    "the catalogue: provenance, safety, preconditions, whether it is on, and the option that switches it off.",
  ],
  [
    "`GET /records`, `GET /records/:id`",
    "orders, reservations, subscriptions and company checks made or touched beside checkouts; of one kind with `?kind=reservation`.",
  ],
  ["`POST /records/:id/refresh`", "asks the service for its state."],
  [
    "`GET /operation-log`, `GET /operation-log/:id`",
    "operations that changed something or were meant to, with their actor.",
  ],
  [
    "`GET /operation-log/:id/settle`",
    "what the service shows of it: `{ settlement }`, with the `candidates` that it may have made (null where the service has no list), or what was `moved` on its record.",
  ],
  [
    "`POST /operation-log/:id/settle`",
    "records what staff found: `{ took_effect, attempt, uuid?, not_it? }`; `uuid` is the record that a creation made, `not_it` the candidates that are others (else `candidate_not_excluded`). `took_effect: false` is rejected where the service shows that the money moved. With `contradicted_at`, `{ took_effect: true, attempt }` says that it is handled.",
  ],
])}

## Overview, money, callbacks and settings

${list([
  [
    "`GET /overview`",
    "`attention: { count, handled_count, items }`, most severe first, 20 at once (`?attention_offset=20`; `?attention=handled` for what is marked so). Items are of the kinds `order`, `refund`, `operation` (`refund_awaiting_approval`, `refund_approved`) and `record` (`record_after_cancel`, `reservation_expiring`), and say who takes care: `taken_by`, `taken_by_name`, `is_mine`. Beside it `is_service_down`; `statuses: [{ state, remote_status, count }]`; `outstanding: [{ currency_code, count, amount, ages: [{ from_days, to_days, count, amount }] }]`, amounts as text; `callbacks: { waiting, failed }`.",
  ],
  [
    "`POST /overview/cases/:id`",
    "by `case_id`: `{ action, version, taken_by }`, the last two as the overview showed them; else 409, `case_changed`. `action` is `take` (a free case, or that of `taken_by`), `release`, `mark_handled` (where `can_be_handled`) or `reopen`. A handled case waits again once it changes.",
  ],
  [
    "`GET /reconciliation`",
    "`?from=2026-11-01&to=2026-11-30&time_zone=Europe/Oslo`, at most 366 days: `{ reconciliation: { count, orders, differing, days: [{ day, currency_code, orders, differing, service, medusa }], rows } }`. `service` has `invoiced`, `credited`, `paid`, `refunded`, `fee`; `medusa` has `invoiced`, `paid`, `refunded`. `rows`, one for each order and day, are at most 200, the newest that differ first; `format=csv` gives all ([what counts when](decisions/what-counts-on-which-day.md)).",
  ],
  ["`GET /metrics`", "Prometheus's text format: [monitoring](monitoring.md)."],
  [
    "`GET /callbacks`",
    "the inbox: what each carried, masked, and its `state`: `received`, `processed` or `failed`. The filter `e_invoice_order_id` takes a record's id too.",
  ],
  ["`POST /callbacks/:id/process`", "processes a callback again; safe to repeat."],
  ["`GET /settings`", "the options in force, without secrets, and the operations."],
  [
    "`POST /settings/connection-test`, `POST /settings/callback-test`",
    "`verdict` is `ok`, or what went wrong, such as `token_refused` or `redirected`. `loopback`: the address leads nowhere from outside.",
  ],
  [
    "`GET /personal-data/:customer_id`",
    "a customer's data: `{ personal_data: { e_invoice_orders, operations, records, checkout_data } }` ([privacy](privacy.md)).",
  ],
  [
    "`POST /personal-data/:customer_id/erase`",
    "erases it: `{ erasure: { erased, waiting } }`; settle what `waiting` names, and repeat.",
  ],
])}

## Lists

Newest first, in pages: \`limit\` (1 to 200; 20) and \`offset\`, with \`count\` in the answer.

- **Filters** take one value or several (\`status[]=PAID&status[]=SENT\`), times a range (\`created_at[$gte]=2026-11-01\`). Every list has
  \`created_at\` and \`updated_at\`.
- **\`q\`** finds a whole identifier, Medusa order number or e-mail address; failing that, a part of an identifier, or each word in the customer's name or
  e-mail address.
- **\`order\`** names a column, descending with \`-\` before it.
- **Rows** name their Medusa order and customer (\`order_number\`, \`customer: { id, name, email }\`), read from Medusa and not stored.
- **\`format=csv\`** answers all rows found: UTF-8 with a byte order mark, amounts in major units, times in \`time_zone\` (UTC). An apostrophe precedes text, and
  what follows a semicolon or line break in it, that a spreadsheet would take for a formula. \`subscriptions.list\` and \`subscriptions.failed-list\` take it, too.

${adminLists()}

## Policies

Where the store uses roles, a role needs the policy of the route:

${list([
  [
    "`e_invoice:read`, `e_invoice:update`",
    "what is read, and what is changed, unless named below. Without Medusa's `order:read`, the `customer` of an order is null.",
  ],
  [
    "`e_invoice_refund:create` and Medusa's `refund:create`, both",
    "refunds of orders, reservations and cycles, and asking for their approval.",
  ],
  ["`e_invoice_cancellation:create`", "cancelling orders, reservations and subscriptions."],
  ["`e_invoice_settlement:create`", "settling what is in doubt."],
  [
    "`e_invoice_personal_data:read`",
    "a customer's data; customers and credit checks at the service.",
  ],
  [
    "`e_invoice_personal_data:update`",
    "erasing a customer's data; changing customers at the service; checking credit.",
  ],
  ["`e_invoice_user:create`", "creating users at the service."],
])}

## Errors

\`{ type, code, message, advice?, message_key?, values?, errors?: [{ field, message }] }\`: \`message\` and \`advice\` are sentences for
staff, \`message_key\` is the service's own word, \`values\` is what the sentence names, amounts as text. The wrong method answers 405.

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
    ["400", "`not_billable`", "Nothing can be billed: `reason` is that of `not_billable`"],
    ["400", "`bill_under_way`", "Another bill of the Medusa order is being made"],
    [
      "400",
      "`cancel_rejected`, `not_cancelled_yet`",
      "The service rejects the cancellation, or could not be asked: the sweep goes on with it",
    ],
    [
      "400",
      "`settled_meanwhile`, `still_under_way`",
      "What was to be settled was settled or attempted again since, or has no outcome yet",
    ],
    [
      "400",
      "`moved_at_service`, `refund_not_shown`, `candidate_not_excluded`",
      "The service shows otherwise than staff would record",
    ],
    [
      "400",
      "`linked_elsewhere`, `not_at_service`, `not_this_order`",
      "The named record (`uuid`) is linked already, unknown to the service, or another one",
    ],
    [
      "400",
      "`not_adopted`, `refund_not_recorded`, `status_unknown`",
      "The service could not be asked, so nothing was recorded",
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
